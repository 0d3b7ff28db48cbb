import { type IExecuteFunctions, type INodeExecutionData, sleep } from 'n8n-workflow';

import { type ExportFile, readExportFile } from '../shared/imports/readExportFile';
import { catchProblem } from '../shared/model/catchProblem';
import type { FileContent } from '../shared/model/call';
import type { ReadFileOperation } from '../shared/operations/operation';
import { ParameterReader } from '../shared/parameters/ParameterReader';
import { isProblem, type Result } from '../shared/result/problem';
import { asText } from '../shared/values/asText';
import { isCanceled } from './input/isCanceled';
import { readFile } from './input/readFiles';
import { buildOutput } from './present/buildOutput';
import { throwIfCanceled, throwIfFailed } from './present/failures';
import { exportFileHints } from './present/hints/exportFileHints';

/** A file, and what it is called in texts for people. */
interface NamedExport {
	readonly name: string;
	readonly file: ExportFile;
}

/**
 * Reads the file of each item, and sends nothing.
 *
 * @returns one item for each record of the files, paired with the item of its file; with "continue on fail", an item
 *   whose file cannot be read is returned with its error
 * @throws NodeOperationError as `run` does
 */
export async function readExports(
	context: IExecuteFunctions,
	operation: ReadFileOperation,
): Promise<INodeExecutionData[]> {
	const files: Result<NamedExport>[] = [];

	for (const itemIndex of context.getInputData().keys()) {
		// A large file takes seconds: n8n does something else between two of them.
		if (itemIndex > 0) await sleep(0);
		if (isCanceled(context)) break;

		files.push(await catchProblem(async () => await readItem(context, operation, itemIndex)));
	}

	throwIfCanceled(context, files);

	if (!context.continueOnFail()) {
		throwIfFailed(context, operation, { results: files, mayHaveChanged: false });
	}

	for (const file of files) {
		if (isProblem(file)) continue;

		const hints = exportFileHints(file.name, file.file);

		context.addExecutionHints(
			...hints.map((message) => ({
				message,
				type: 'info' as const,
				location: 'outputPane' as const,
			})),
		);
	}

	return buildOutput(context, files.map(toItems));
}

const toItems = (result: Result<NamedExport>) =>
	isProblem(result) ? result : result.file.records.map((json) => ({ json }));

async function readItem(
	context: IExecuteFunctions,
	{ file: field, toolField }: ReadFileOperation,
	itemIndex: number,
): Promise<Result<NamedExport>> {
	const reader = new ParameterReader(context, itemIndex);
	const toolFieldName = reader.option(toolField);
	const source = await readFile(reader, field);
	if (source === undefined) return reader.finish<NamedExport>(undefined);

	const { name } = source;
	const file = readExportFile(await readBytes(await source.open()));

	if (isProblem(file)) {
		reader.addProblem({ displayName: name }, file.message, file.description);

		return reader.finish<NamedExport>(undefined);
	}

	return reader.finish({ name, file: withTool(file, asText(toolFieldName)) });
}

/** Adds the name of the tool to each record that has no such field. */
function withTool(file: ExportFile, field: string | undefined): ExportFile {
	const tool = file.tool?.toLowerCase();
	if (tool === undefined || field === undefined) return file;

	const records = file.records.map((record) =>
		Object.hasOwn(record, field) ? record : { ...record, [field]: tool },
	);

	return { ...file, records };
}

async function readBytes(content: FileContent): Promise<Uint8Array> {
	if (content instanceof Uint8Array) return content;

	const chunks: Uint8Array[] = [];

	for await (const chunk of content) chunks.push(chunk);

	return Buffer.concat(chunks);
}
