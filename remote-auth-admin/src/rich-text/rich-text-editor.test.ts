import { createRichTextEditor, setEditorHtml } from './rich-text-editor.ts';

const SITE = 'https://example.org';

const open = (html: string) => {
  const onChange = jest.fn();
  const element = document.body.appendChild(document.createElement('div'));
  const options = { element, id: 'text', label: 'Text', className: '', siteUrl: SITE, onFiles: jest.fn(), onPaste: jest.fn(), onKey: jest.fn() };
  return { editor: createRichTextEditor({ ...options, html, onChange }), onChange };
};

describe('setEditorHtml', () => {
  it('STAFF-07 keeps the caret in its paragraph while the paragraphs around it change', () => {
    const { editor, onChange } = open('<p>One</p><p>Two</p><p>Three</p><p>Four</p>');
    editor.commands.setTextSelection(8);

    setEditorHtml(editor, '<p>First of all</p><h2>New</h2><p>Two</p><p>Four</p>', SITE);
    expect(onChange).not.toHaveBeenCalled();
    editor.commands.insertContent('!');

    expect(onChange).toHaveBeenLastCalledWith('<p>First of all</p><h2>New</h2><p>Tw!o</p><p>Four</p>');
  });

  it.each([
    ['no text', '<ul><li>a</li></ul><p>One</p>', ''],
    ['another text', '<p>One</p>', '<h2>Two</h2><figure><img src="/img/upload/a.webp" alt="A" /></figure><p>Three</p>'],
    ['a text instead of an empty one', '', '<blockquote><p>Two</p></blockquote><p>Three</p>'],
  ])('inserts %s, which can be undone', (_name, before, html) => {
    const { editor } = open(before);
    const original = editor.getHTML();
    setEditorHtml(editor, html, SITE);
    expect(editor.getHTML()).toBe(open(html).editor.getHTML());

    editor.commands.undo();
    expect(editor.getHTML()).toBe(original);
  });
});
