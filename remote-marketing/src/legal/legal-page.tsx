import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData } from '@site/shared/router';
import { BulletList } from '@site/shared/ui/bullet-list';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import styles from './legal-page.module.css';
import { LEGAL_PAGES } from './legal-pages.ts';
import type { LegalPageName, LegalText } from './legal-text.ts';
import { LinkedText } from './linked-text.tsx';

const TONES = { privacy: 'lagoon', accessibility: 'leaf', safeguarding: 'zobo' } as const;

type Site = Pick<HostServices, 'site'>;

const ItemList = ({ items, site }: Site & { readonly items: readonly string[] }) => (
  <BulletList>
    {items.map((item) => (
      <li key={item}>
        <LinkedText text={item} site={site} />
      </li>
    ))}
  </BulletList>
);

export const LegalPage = ({ name, site }: Site & { readonly name: LegalPageName }) => {
  const { title, lead, version, review, summary, sections } = useLoaderData<LegalText>();
  return (
    <>
      <PageBanner tone={TONES[name]} pattern="comb" title={title} lead={lead} />
      <Section spacing="tight" className={styles.layout}>
        <section className={styles.aside} aria-labelledby="in-short">
          <div className={styles.card}>
            <h2 id="in-short" className={styles.cardTitle}>
              In short
            </h2>
            <ItemList items={summary} site={site} />
          </div>
          <nav aria-label="Related pages" className={styles.links}>
            {LEGAL_PAGES.filter((page) => page.name !== name).map((page) => (
              <MoreLink key={page.name} to={page.path}>
                {page.title}
              </MoreLink>
            ))}
            {/* The host serves this page without styles and script, for copying, printing and very simple phones. */}
            <MoreLink href="/helplines.txt">Helplines as plain text</MoreLink>
          </nav>
        </section>
        <div className={styles.text}>
          {review !== undefined && <p className={styles.review}>{review}</p>}
          {sections.map((section) => (
            <section key={section.title} className={styles.section}>
              <h2 className={styles.heading} id={section.id}>
                {section.title}
              </h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph}>
                  <LinkedText text={paragraph} site={site} />
                </p>
              ))}
              {section.list.length > 0 && <ItemList items={section.list} site={site} />}
              {section.closing.map((paragraph) => (
                <p key={paragraph}>
                  <LinkedText text={paragraph} site={site} />
                </p>
              ))}
            </section>
          ))}
          <p className={styles.version}>{version}</p>
        </div>
      </Section>
    </>
  );
};
