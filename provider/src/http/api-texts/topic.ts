import type { EndpointName } from '@site/shared/contracts/endpoints';

/** All API operations: those in the endpoint table, and three that the table cannot describe. */
export type OperationName = EndpointName | 'getRevision' | 'getOpenApi' | 'downloadExport';

/** Summary of an operation, followed by its rules. */
export type OperationText = readonly [summary: string, ...rules: string[]];

/** Rules that apply to the whole API, under one heading. The texts are Markdown; every rule becomes a list item. */
export interface Rules {
  readonly name: string;
  readonly rules: readonly string[];
}

/** A tag of the OpenAPI document, with the rules for all its operations and the texts of each operation. */
export interface Topic extends Rules {
  readonly operations: Readonly<Partial<Record<OperationName, OperationText>>>;
}
