import type { HostServices } from '@site/shared/remote/host-services';
import { FieldError, fieldId } from '@site/shared/ui/field';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { TextPlace } from '../editor/checks.ts';
import { EditorCanvas } from '../editor/editor-canvas.tsx';
import { FormError } from '../forms/form-error.tsx';
import { readingTime } from './reading-time.ts';
import { CaptionDialog, EmbedDialog, ImageDialog, LinkDialog, type TextImage } from './rich-text-dialogs.tsx';
import { createRichTextEditor, type EditorKey, setEditorHtml } from './rich-text-editor.ts';
import styles from './rich-text-field.module.css';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import { TABLE_NODE } from './table-nodes.ts';
import { selectPlace } from './text-place.ts';
import type { ToolbarDialog } from './toolbar-buttons.ts';

export interface RichTextFieldProps {
  readonly services: Pick<HostServices, 'http' | 'site'>;
  readonly label: string;
  readonly name: string;
  /** The text as HTML. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (html: string) => void;
  /** Passage to select. Pass a new object to select it again. */
  readonly place?: TextPlace | null;
  /** Title and excerpt, shown between the toolbar and the text. */
  readonly children: ReactNode;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

const getEmbed = (editor: Editor): { readonly src: string; readonly title: string } | null => {
  if (!editor.isActive('embed')) return null;
  const { src, title } = editor.getAttributes('embed');
  return { src: asText(src), title: asText(title) };
};

const getImage = (editor: Editor): TextImage | null => {
  if (!editor.isActive('figure')) return null;
  const { src, alt, role, width, height } = editor.getAttributes('figure');
  const asNumber = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
  return { src: asText(src), alt: asText(alt), role: role === 'presentation' ? role : null, width: asNumber(width), height: asNumber(height) };
};

const getHref = (editor: Editor): string => {
  const { href } = editor.getAttributes('link');
  return typeof href === 'string' ? href : '';
};

const describeRemovedImages = (count: number): string =>
  count === 1
    ? '1 photo was left out of the pasted text, because it is not stored on this site. Save it as a file, then drop it here or add it with “Photo”.'
    : `${count} photos were left out of the pasted text, because they are not stored on this site. Save them as files, then drop them here or add them with “Photo”.`;

/** Labelled rich text field with a toolbar. */
export const RichTextField = ({ services, label, name, value: html, error, onChange, place = null, children }: RichTextFieldProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [dialog, setDialog] = useState<ToolbarDialog | null>(null);
  /** Number of images that were left out of the most recently pasted text. */
  const [removedImageCount, setRemovedImageCount] = useState(0);
  const [droppedFiles, setDroppedFiles] = useState<readonly File[]>([]);
  const toolbar = useRef<HTMLDivElement>(null);
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const id = fieldId(name);
  const errorId = `${id}-error`;
  // React does not manage the text field. It is created once with the initial values, and always calls the latest handlers.
  const initialOptions = useRef({ label, siteUrl: services.site.siteUrl });
  const currentHtml = useRef(html);
  const handleChange = useEffectEvent((changed: string) => {
    currentHtml.current = changed;
    onChange(changed);
  });

  const handleKey = useEffectEvent((key: EditorKey) => {
    if (key === 'toolbar') toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    else setDialog(key);
  });

  useEffect(() => {
    if (host.current === null) return;
    const next = createRichTextEditor({
      ...initialOptions.current,
      html: currentHtml.current,
      element: host.current,
      id,
      className: styles.text ?? '',
      onChange: (changed) => handleChange(changed),
      onFiles: (files) => {
        setDroppedFiles(files);
        setDialog('image');
      },
      onPaste: setRemovedImageCount,
      onKey: (key) => handleKey(key),
    });
    next.on('transaction', rerender);
    setEditor(next);
    return () => next.destroy();
  }, [id]);

  // Update the text field when the value changes from outside, for example after a backup is restored or another user's changes are merged.
  useLayoutEffect(() => {
    if (editor === null || html === currentHtml.current) return;
    currentHtml.current = html;
    setEditorHtml(editor, html, services.site.siteUrl);
  }, [editor, html, services.site.siteUrl]);

  useEffect(() => {
    if (editor !== null && place !== null) selectPlace(editor, place);
  }, [editor, place]);

  useEffect(() => {
    const box = editor?.view.dom;
    box?.setAttribute('aria-invalid', String(error !== undefined));
    if (error === undefined) box?.removeAttribute('aria-describedby');
    else box?.setAttribute('aria-describedby', errorId);
  }, [editor, error, errorId]);

  const afterClose = useRef<((editor: Editor) => void) | null>(null);
  useEffect(() => {
    if (dialog !== null || editor === null) return;
    const callback = afterClose.current;
    afterClose.current = null;
    // The closed dialog has already restored focus. Focus the text again, because the browser's caret is still in one of the dialog's fields.
    if (callback !== null || editor.view.hasFocus()) editor.view.focus();
    callback?.(editor);
  }, [dialog, editor]);

  const [droppedFile = null, ...remainingFiles] = droppedFiles;
  const close = (callback: ((editor: Editor) => void) | null = null) => {
    afterClose.current = callback;
    setDialog(null);
    setDroppedFiles([]);
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

  const setImage = (image: TextImage) => {
    const isNew = droppedFile !== null;
    const insert = (text: Editor) => {
      if (!text.isActive('figure')) text.chain().insertContent({ type: 'figure', attrs: image }).run();
      else if (!isNew) text.chain().updateAttributes('figure', image).run();
      else {
        const { $from, to } = text.state.selection;
        text
          .chain()
          .insertContentAt($from.parent.type.name === 'figure' ? $from.after() : to, { type: 'figure', attrs: image })
          .run();
      }
    };
    if (editor === null || remainingFiles.length === 0) return close(insert);
    insert(editor);
    setDroppedFiles(remainingFiles);
  };

  return (
    <>
      {editor !== null && <RichTextToolbar container={toolbar} editor={editor} controlsId={id} onOpenDialog={setDialog} />}
      <EditorCanvas>
        {children}
        {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
        <FormError>{removedImageCount === 0 ? '' : describeRemovedImages(removedImageCount)}</FormError>
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
      {editor !== null && dialog === 'embed' && (
        <EmbedDialog
          current={getEmbed(editor)}
          onEmbed={(attrs) =>
            close((text) => {
              if (text.isActive('embed')) text.chain().updateAttributes('embed', attrs).run();
              else text.chain().insertContent({ type: 'embed', attrs }).run();
            })
          }
          onClose={() => close()}
        />
      )}
      {editor !== null && dialog === 'caption' && (
        <CaptionDialog
          caption={asText(editor.getAttributes(TABLE_NODE).caption)}
          onCaption={(caption) => close((text) => text.chain().updateAttributes(TABLE_NODE, { caption }).run())}
          onClose={() => close()}
        />
      )}
      {editor !== null && dialog === 'image' && (
        <ImageDialog
          key={droppedFiles.length}
          remaining={remainingFiles.length}
          http={services.http}
          current={droppedFile === null ? getImage(editor) : null}
          droppedFile={droppedFile}
          onImage={setImage}
          onClose={() => (remainingFiles.length === 0 ? close() : setDroppedFiles(remainingFiles))}
        />
      )}
    </>
  );
};
