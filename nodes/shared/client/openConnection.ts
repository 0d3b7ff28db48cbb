import { catchProblem } from '../model/catchProblem';
import { isProblem, type Result } from '../result/problem';
import { CREDENTIAL_TYPES, readAuthentication } from '../transport/authentication';
import { connect, type Connection } from '../transport/connection';
import type { SenderContext } from '../transport/send';

/** Reads the credential that the parameter Authentication of the node selects. */
export async function openConnection(context: SenderContext): Promise<Result<Connection>> {
	const authentication = readAuthentication(context);
	const type = CREDENTIAL_TYPES[authentication];
	const credential = await catchProblem(async () => await context.getCredentials(type));

	return isProblem(credential) ? credential : connect(credential, authentication);
}
