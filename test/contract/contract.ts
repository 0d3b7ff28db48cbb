export { loadDocument, readDocument } from './document';
export type { ContractDocument, Schema } from './document';
export { contractField, getOperation as operationOf, operations } from './operations';
export type { ContractField, ContractOperation } from './operations';
export { validateRequest, validateUpload } from './validate';
export type { FormPart, ProblemKind, Verdict, WireRequest } from './validate';
