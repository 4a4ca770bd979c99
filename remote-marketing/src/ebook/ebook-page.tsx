import { ButtonLink } from '@site/shared/ui/button';
import { outIcon } from '@site/shared/ui/icon-shapes';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section } from '@site/shared/ui/section';
import { EBOOK } from './ebook-content.ts';
import styles from './ebook-page.module.css';
import { EbookPreview } from './ebook-preview.tsx';

export const EbookPage = ({ storeUrl }: { readonly storeUrl: string }) => (
  <>
    <PageBanner tone="lagoon" eyebrow="Our ebook" title={EBOOK.title} lead="For young people, and for everyone who walks beside them." />
    <Section className={styles.layout}>
      <EbookPreview />
      <div className={styles.words}>
        <p className={styles.description}>{EBOOK.description}</p>
        <ul className={styles.highlights}>
          {EBOOK.highlights.map((highlight) => (
            <li key={highlight}>{highlight}</li>
          ))}
        </ul>
        <ButtonLink href={storeUrl} newTab iconEnd={outIcon}>
          {EBOOK.buy}
        </ButtonLink>
      </div>
    </Section>
  </>
);
