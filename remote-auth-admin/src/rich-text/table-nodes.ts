import { Extension, Node } from '@tiptap/core';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { TextSelection } from '@tiptap/pm/state';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';

export const TABLE_NODE = 'table';

/** Role of each node in prosemirror-tables. */
const ROLES: Readonly<Record<string, string>> = { table: 'table', tableRow: 'row', tableCell: 'cell', tableHeader: 'header_cell' };

const TableNode = Node.create({
  name: TABLE_NODE,
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  addAttributes: () => ({ caption: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ node }) => {
    const caption = String(node.attrs.caption);
    // The wrapper lets wide tables scroll within the text.
    return ['div', { 'data-table': '' }, ['table', ...(caption === '' ? [] : [['caption', { contenteditable: 'false' }, caption] as const]), ['tbody', 0]]];
  },
});

/** A table row. `isHead` says whether the row was read from a `thead`. It is null for a new row, which belongs to the `thead` if all its cells are headers. */
const TableRowNode = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  addAttributes: () => ({ isHead: { default: null, rendered: false } }),
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const cellNode = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null, rendered: false } }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/**
 * Tables with cells that are edited in place. Commands from prosemirror-tables change rows and columns. Tab moves between cells and, from the last cell, out of
 * the table.
 */
export const Tables = Extension.create({
  name: 'tables',
  addExtensions: () => [TableNode, TableRowNode, cellNode('tableCell', 'td'), cellNode('tableHeader', 'th')],
  extendNodeSchema: ({ name }) => (ROLES[name] === undefined ? {} : { tableRole: ROLES[name] }),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const { editor } = this;
    const step = (direction: 1 | -1) => () => goToNextCell(direction)(editor.state, editor.view.dispatch);
    return { Tab: step(1), 'Shift-Tab': step(-1) };
  },
});

const COLUMNS = 3;
const ROWS = 2;

/** Inserts a table with a header row, and moves the caret to its first cell. */
export const insertTable = ({ schema, tr }: EditorState, dispatch: (transaction: Transaction) => void): void => {
  const row = (type: 'tableHeader' | 'tableCell') => ({
    type: 'tableRow',
    content: Array.from({ length: COLUMNS }, () => ({ type, content: [{ type: 'paragraph' }] })),
  });
  const table = schema.nodeFromJSON({ type: TABLE_NODE, content: [row('tableHeader'), ...Array.from({ length: ROWS }, () => row('tableCell'))] });
  const { $from } = tr.selection;
  const isOnEmptyLine =
    $from.parent.isTextblock && $from.parent.content.size === 0 && $from.node(-1).canReplaceWith($from.index(-1), $from.index(-1) + 1, table.type);
  const start = isOnEmptyLine ? $from.before() : tr.selection.from + 1;
  if (isOnEmptyLine) tr.replaceWith(start, $from.after(), table);
  else tr.replaceSelectionWith(table);
  dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(start))).scrollIntoView());
};
