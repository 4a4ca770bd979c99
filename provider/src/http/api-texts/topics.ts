import { audit, authentication, operations, users } from './accounts.ts';
import { content, search, transfer, trash } from './content.ts';
import { editing, reviews } from './editing.ts';
import { consent, images, mediaLibrary } from './images.ts';
import { applications, personalData } from './people.ts';
import type { OperationName, OperationText, Topic } from './topic.ts';

/** Tags of the OpenAPI document, in the order in which they appear there. */
export const TOPICS: readonly Topic[] = [
  content,
  images,
  mediaLibrary,
  consent,
  editing,
  reviews,
  trash,
  search,
  transfer,
  applications,
  personalData,
  authentication,
  users,
  audit,
  operations,
];

/** Texts of all operations. The compiler rejects an operation without a text. */
const OPERATIONS = {
  ...content.operations,
  ...images.operations,
  ...mediaLibrary.operations,
  ...consent.operations,
  ...editing.operations,
  ...reviews.operations,
  ...trash.operations,
  ...search.operations,
  ...transfer.operations,
  ...applications.operations,
  ...personalData.operations,
  ...authentication.operations,
  ...users.operations,
  ...audit.operations,
  ...operations.operations,
} satisfies Readonly<Record<OperationName, OperationText>>;

export const toMarkdownList = (rules: readonly string[]): string => rules.map((rule) => `- ${rule}`).join('\n');

/** Describes an operation. `docs/contracts/api.md` shows the first paragraph of the description in a table, and the list of rules below it. */
export const describeOperation = (name: OperationName, access: string): object => {
  const [summary, ...rules] = OPERATIONS[name];
  return {
    operationId: name,
    tags: TOPICS.flatMap((topic) => (name in topic.operations ? [topic.name] : [])),
    summary,
    description: [`Access: ${access}.`, ...(rules.length === 0 ? [] : [toMarkdownList(rules)])].join('\n\n'),
  };
};
