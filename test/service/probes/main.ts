import { waitUntilStopped } from '../../tools/untilStopped';
import { record } from './record';
import { getExitCode, writeReport } from './report';

const USAGE = `Usage: npm run --silent record -- URL KEY WORKSPACE

URL is the address of a Plane server (https://api.plane.so for the cloud), KEY an API key of an
administrator, and WORKSPACE the slug of a workspace. Without KEY, the key is read from PLANE_API_KEY.
test/README.md says what happens.
`;

/** Reads the address, the key and the workspace. Returns undefined if one of them is missing. */
function readArguments(args: readonly string[]) {
	const [address = '', ...others] = args;
	const [key = '', workspace = ''] =
		others.length === 1 ? [process.env.PLANE_API_KEY, ...others] : others;
	if (!URL.canParse(address) || key === '' || workspace === '') return undefined;

	return { url: address.replace(/\/+$/, ''), key, workspace };
}

async function main(): Promise<number> {
	const server = readArguments(process.argv.slice(2));
	if (server === undefined) {
		process.stderr.write(USAGE);

		return 2;
	}

	// A server may repeat the key in an answer.
	const write = (text: string) => process.stdout.write(text.replaceAll(server.key, '(key)'));
	const stopping = new AbortController();

	const stop = () => {
		write('Stopping: the project of the probes is being deleted.\n');
		stopping.abort();
	};

	void waitUntilStopped().then(stop);

	const recording = await record({
		...server,
		signal: stopping.signal,
		onStart: (project) =>
			write(
				`Creates the project “${project}” in the workspace ${server.workspace}, and deletes it in the end.\n`,
			),
		onPause: (milliseconds, finished) =>
			write(
				`${finished} probes so far. Waits ${Math.ceil(milliseconds / 1000)} s for the server's limit.\n`,
			),
	});

	write(`\n${writeReport(recording)}`);

	return getExitCode(recording);
}

main()
	.then((code) => (process.exitCode = code))
	.catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 2;
	});
