import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const TOP = join(__dirname, '../..');

/**
 * Lists the files of the project, from its top, without those that Git ignores.
 *
 * @param patterns folders, or patterns of Git such as `*.ts`
 */
export function listProjectFiles(...patterns: readonly string[]): readonly string[] {
	const { stdout } = spawnSync(
		'git',
		['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns],
		{ cwd: TOP, encoding: 'utf8' },
	);

	return stdout.split('\n').filter((file) => file !== '' && existsSync(join(TOP, file)));
}
