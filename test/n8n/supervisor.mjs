// Runs a command until it ends, or until the process that started this one is gone:
//
//     node supervisor.mjs COMMAND ARGUMENT …
//
// What is started here lives in a process group of its own, because n8n starts processes too. The end
// of stdin is the sign to stop: it comes however the starter ended, also when nothing of it could run
// any more; a word on it is the sign to end all at once. The exit code is the command's.

import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers';

/** How long n8n may take to stop by itself, in milliseconds. */
const PATIENCE = 10_000;

const [, , command = '', ...args] = process.argv;
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });

/** Ends what is left of the group. */
function clear() {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, 'SIGKILL');
	} catch {
		// Nothing is left.
	}
}

function stop() {
	child.kill('SIGTERM');
	setTimeout(clear, PATIENCE).unref();
}

process.stdin.on('error', stop).on('close', stop).on('data', clear);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

child.on('error', (error) => {
	process.stderr.write(`${error.message}\n`);
	process.exit(127);
});
child.on('exit', (code) => {
	clear();
	process.exit(code ?? 1);
});
