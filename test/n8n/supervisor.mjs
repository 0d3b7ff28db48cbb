// Runs a command until it ends, or until the process that started this one is gone:
//
//     node supervisor.mjs COMMAND ARGUMENT …
//
// The command gets a process group of its own, because n8n starts processes too. When stdin ends, the
// command is stopped: stdin ends with the process that started this one, even if that was killed. Any
// data on stdin kills the whole group at once. The exit code is the command's.

import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers';

/** How long n8n may take to stop by itself, in milliseconds. */
const STOP_LIMIT_MS = 10_000;

const [, , command = '', ...args] = process.argv;
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });

/** Kills what is left of the group. */
function killGroup() {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, 'SIGKILL');
	} catch {
		// Nothing is left.
	}
}

function stop() {
	child.kill('SIGTERM');
	setTimeout(killGroup, STOP_LIMIT_MS).unref();
}

process.stdin.on('error', stop).on('close', stop).on('data', killGroup);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

child.on('error', (error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(127);
});
child.on('exit', (code) => {
	killGroup();
	process.exit(code ?? 1);
});
