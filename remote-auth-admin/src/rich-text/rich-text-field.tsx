import type { HostServices } from '@site/shared/remote/host-services';
import { FieldError, fieldId } from '@site/shared/ui/field';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { EditorCanvas } from '../editor/editor-canvas.tsx';
import { readingTime } from './reading-time.ts';
import { EmbedDialog, ImageDialog, LinkDialog, type TextImage } from './rich-text-dialogs.tsx';
import { createRichTextEditor, setEditorHtml } from './rich-text-editor.ts';
import styles from './rich-text-field.module.css';
import { RichTextToolbar, type ToolbarDialog } from './rich-text-toolbar.tsx';

export interface RichTextFieldProps {
  readonly services: Pick<HostServices, 'http' | 'site'>;
  readonly label: string;
  readonly name: string;
  /** As HTML. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (html: string) => void;
  /** Shown between the toolbar and the text: title and excerpt. */
  readonly children: ReactNode;
}

const getImage = (editor: Editor): TextImage | null => {
  if (!editor.isActive('figure')) return null;
  const { src, alt, role, width, height } = editor.getAttributes('figure');
  const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
  const asNumber = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
  return { src: asText(src), alt: asText(alt), role: role === 'presentation' ? role : null, width: asNumber(width), height: asNumber(height) };
};

const getHref = (editor: Editor): string => {
  const { href } = editor.getAttributes('link');
  return typeof href === 'string' ? href : '';
};

/** Formatted text: a labelled text box with a toolbar. */
export const RichTextField = ({ services, label, name, value: html, error, onChange, children }: RichTextFieldProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [dialog, setDialog] = useState<ToolbarDialog | null>(null);
  const [droppedFile, setDroppedFile] = useState<File | null>(null);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const id = fieldId(name);
  const errorId = `${id}-error`;
  // The text field lives outside of React: it is created once, and notifies the latest listener of changes.
  const initial = useRef({ label, siteUrl: services.site.siteUrl });
  const currentHtml = useRef(html);
  const handleChange = useEffectEvent((changed: string) => {
    currentHtml.current = changed;
    onChange(changed);
  });

  useEffect(() => {
    if (host.current === null) return;
    const next = createRichTextEditor({
      ...initial.current,
      html: currentHtml.current,
      element: host.current,
      id,
      className: styles.text ?? '',
      onChange: (changed) => handleChange(changed),
      onFiles: ([file]) => {
        setDroppedFile(file ?? null);
        setDialog('image');
      },
    });
    next.on('transaction', rerender);
    setEditor(next);
    return () => next.destroy();
  }, [id]);

  // The text was changed from outside: a restored backup, or the version of somebody else.
  useLayoutEffect(() => {
    if (editor === null || html === currentHtml.current) return;
    currentHtml.current = html;
    setEditorHtml(editor, html, services.site.siteUrl);
  }, [editor, html, services.site.siteUrl]);

  useEffect(() => {
    const box = editor?.view.dom;
    box?.setAttribute('aria-invalid', String(error !== undefined));
    if (error === undefined) box?.removeAttribute('aria-describedby');
    else box?.setAttribute('aria-describedby', errorId);
  }, [editor, error, errorId]);

  const afterClosing = useRef<((editor: Editor) => void) | null>(null);
  useEffect(() => {
    if (dialog !== null || editor === null || afterClosing.current === null) return;
    // A closing dialog first restores the focus to its button; the text can take it only afterwards.
    editor.view.focus();
    afterClosing.current(editor);
    afterClosing.current = null;
  }, [dialog, editor]);

  const close = (then: ((editor: Editor) => void) | null = null) => {
    afterClosing.current = then;
    setDialog(null);
    setDroppedFile(null);
  };

  const setLink = (href: string, linkText: string) =>
    close((text) => {
      if (!text.state.selection.empty || text.isActive('link')) text.chain().extendMarkRange('link').setLink({ href }).run();
      else
        text
          .chain()
          .insertContent({ type: 'text', text: linkText, marks: [{ type: 'link', attrs: { href } }] })
          .unsetMark('link')
          .run();
    });

  const setImage = (image: TextImage) =>
    close((text) => {
      if (text.isActive('figure')) text.chain().updateAttributes('figure', image).run();
      else text.chain().insertContent({ type: 'figure', attrs: image }).run();
    });

  return (
    <>
      {editor !== null && <RichTextToolbar editor={editor} controls={id} onDialog={setDialog} />}
      <EditorCanvas>
        {children}
        {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
        <div ref={host} />
        {editor !== null && <p className={styles.count}>{readingTime(editor.getText())}</p>}
      </EditorCanvas>
      {editor !== null && dialog === 'link' && (
        <LinkDialog
          href={getHref(editor)}
          needsText={editor.state.selection.empty && !editor.isActive('link')}
          onLink={setLink}
          onRemove={() => close((text) => text.chain().extendMarkRange('link').unsetLink().run())}
          onClose={() => close()}
        />
      )}
      {dialog === 'embed' && (
        <EmbedDialog onEmbed={(attrs) => close((text) => text.chain().insertContent({ type: 'embed', attrs }).run())} onClose={() => close()} />
      )}
      {editor !== null && dialog === 'image' && (
        <ImageDialog
          http={services.http}
          current={droppedFile === null ? getImage(editor) : null}
          droppedFile={droppedFile}
          onImage={setImage}
          onClose={() => close()}
        />
      )}
    </>
  );
};
