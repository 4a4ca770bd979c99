import type { EndpointName } from '@site/shared/contracts/endpoints';

/** Operations of the API's document: the endpoint table, and the calls without a row. */
export type OperationName = EndpointName | 'getRevision' | 'getOpenApi' | 'downloadExport';

/** What an operation does, followed by its rules. */
export type OperationText = readonly [summary: string, ...rules: string[]];

/** Rules of the whole API under one heading. Texts are Markdown; every rule becomes an item of a list. */
export interface Rules {
  readonly name: string;
  readonly rules: readonly string[];
}

/** Tag of the API's document: the rules of all its operations, and the texts of each operation. */
export interface Topic extends Rules {
  readonly operations: Readonly<Partial<Record<OperationName, OperationText>>>;
}
