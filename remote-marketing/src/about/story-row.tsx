import { ContentImage } from '@site/shared/ui/content-image';
import { Section, SectionHead } from '@site/shared/ui/section';
import type { IllustratedSection } from './about-content.ts';
import styles from './story-row.module.css';

interface StoryRowProps {
  readonly story: IllustratedSection;
  readonly eyebrow: string;
  /** Which side the image takes on wide screens; on phones it stands above the text. */
  readonly imageSide: 'start' | 'end';
  readonly tone?: 'ground' | 'mist';
}

/** Text and image, 7 to 5. */
export const StoryRow = ({ story, eyebrow, imageSide, tone = 'ground' }: StoryRowProps) => (
  <Section tone={tone} labelledBy={story.id} className={imageSide === 'start' ? `${styles.row} ${styles.mirrored}` : styles.row}>
    <div className={styles.text}>
      <SectionHead eyebrow={eyebrow} title={story.title} id={story.id} flush />
      {story.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
    <div className={styles.image}>
      <ContentImage src={story.image} alt={story.imageAlt} width={1000} height={750} />
    </div>
  </Section>
);
