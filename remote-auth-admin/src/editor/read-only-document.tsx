import { parseRichText } from '@site/shared/domain/parse-rich-text';
import { Icon } from '@site/shared/ui/icon';
import { eyeIcon } from '@site/shared/ui/icon-shapes';
import { RichText } from '@site/shared/ui/rich-text';
import type { ReactNode } from 'react';
import { type EditorConfig, getEditorFields, type Values } from './editor-config.ts';
import styles from './read-only-document.module.css';

interface ReadOnlyDocumentProps<Doc> {
  readonly config: EditorConfig<Doc>;
  readonly values: Values;
  readonly siteUrl: string;
  /** Explains why the document cannot be changed and who can change it; undefined if another message explains it. */
  readonly reason: ReactNode;
}

/** Shows a document's texts without input fields, for staff who may not change it at the moment. */
export const ReadOnlyDocument = <Doc,>({ config, values, siteUrl, reason }: ReadOnlyDocumentProps<Doc>) => (
  <div className={styles.document}>
    {reason !== undefined && (
      <p className={styles.reason}>
        <Icon shape={eyeIcon} />
        <span>{reason}</span>
      </p>
    )}
    <dl className={styles.fields}>
      {getEditorFields(config)
        .filter(({ name }) => (values[name] ?? '').trim() !== '')
        .map(({ name, label, isRichText }) => (
          <div key={name} className={styles.field}>
            <dt className={styles.label}>{label}</dt>
            <dd className={styles.value}>{isRichText ? <RichText nodes={parseRichText(values[name] ?? '', siteUrl)} /> : values[name]}</dd>
          </div>
        ))}
    </dl>
  </div>
);
