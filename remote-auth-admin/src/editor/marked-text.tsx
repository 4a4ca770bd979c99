import { imageUrl } from '@site/shared/domain/image-url';
import type { TextPart } from './compare-texts.ts';
import styles from './marked-text.module.css';

/** Shown instead of marks if two texts have the same words. */
export const FORMAT_ONLY = 'The wording is the same; headings, links or other formatting differ.';

interface MarkedTextProps {
  readonly parts: readonly TextPart[];
  /** Element that marks words missing from the other text. */
  readonly mark: 'mark' | 'del' | 'ins';
}

export const MarkedText = ({ parts, mark: Mark }: MarkedTextProps) => {
  if (parts.every(({ text }) => text === '')) return <span className={styles.nothing}>Nothing</span>;
  let position = 0;
  return parts.map(({ text, isMarked }) => {
    position += text.length;
    return isMarked ? (
      <Mark key={position} className={styles[Mark]}>
        {text}
      </Mark>
    ) : (
      <span key={position}>{text}</span>
    );
  });
};

export const TextImages = ({ sources, alt }: { readonly sources: readonly string[]; readonly alt: string }) =>
  sources.map((source) => <img key={source} src={imageUrl(source, { width: 480 })} alt={alt} className={styles.image} />);
