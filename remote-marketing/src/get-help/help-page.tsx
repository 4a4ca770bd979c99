import type { SiteConfig } from '@site/shared/contracts/site';
import { nameEmergencyCall } from '@site/shared/domain/emergency';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import { BulletList } from '@site/shared/ui/bullet-list';
import { ButtonLink } from '@site/shared/ui/button';
import { phoneIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { LinkedText } from '../legal/linked-text.tsx';
import { fillHelpText, HELP_LEAD, HELP_REVIEW_NOTE, HELP_TEXTS, HELP_TITLE } from './help-content.ts';
import styles from './help-page.module.css';
import { HELP_PARTS } from './help-parts.ts';

interface SiteProps {
  readonly site: SiteConfig;
}

const TOPICS_ID = 'topics';

const EmergencyCalls = ({ site: { emergencyTelephone, helplines } }: SiteProps) => (
  <div className={styles.calls}>
    {emergencyTelephone !== undefined && (
      <ButtonLink href={telephoneHref(emergencyTelephone)} variant="danger" icon={phoneIcon} wide>
        {nameEmergencyCall(emergencyTelephone)}
      </ButtonLink>
    )}
    {helplines.slice(0, 1).map(({ name, telephone }) => (
      <div key={telephone} className={styles.helpline}>
        <ButtonLink href={telephoneHref(telephone)} icon={phoneIcon} wide>
          {`To talk: call ${telephone}`}
        </ButtonLink>
        <p className={styles.note}>{name}</p>
      </div>
    ))}
  </div>
);

/** A part with at least this many headings starts with a list of them, so that visitors see its contents without scrolling. */
const MIN_TITLES_FOR_CONTENTS = 6;

/** Converts "parents" and "My child was caught" to "parents-my-child-was-caught". */
const toTextId = (part: string, title: string): string =>
  `${part}-${title
    .toLowerCase()
    .replace(/\{\w+\}|[^a-z0-9]+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')}`;

const Contents = ({ part, titles }: { readonly part: string; readonly titles: readonly string[] }) => (
  <nav aria-labelledby={`${part}-contents ${part}`}>
    <p id={`${part}-contents`} className={styles.subtitle}>
      In this section
    </p>
    <ul className={styles.contents}>
      {titles.map((title) => (
        <li key={title}>
          <PlainLink to={`/help#${toTextId(part, title)}`} className={styles.contentsLink}>
            {title}
          </PlainLink>
        </li>
      ))}
    </ul>
  </nav>
);

const Part = ({ part: { id, title }, site }: SiteProps & { readonly part: (typeof HELP_PARTS)[number] }) => {
  const { isUrgent = false, texts } = HELP_TEXTS[id];
  const titles = texts.flatMap((text) => text.title ?? []);
  const fill = (text: string) => <LinkedText text={fillHelpText(text, site)} site={site} />;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {isUrgent && <EmergencyCalls site={site} />}
      {titles.length >= MIN_TITLES_FOR_CONTENTS && <Contents part={id} titles={titles} />}
      {texts.map((text, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: some texts have no title, and their order never changes.
        <div key={position} className={styles.text}>
          {text.title !== undefined && (
            <h3 className={styles.subtitle} id={toTextId(id, text.title)}>
              {fill(text.title)}
            </h3>
          )}
          {text.paragraphs?.map((paragraph) => (
            <p key={paragraph}>{fill(paragraph)}</p>
          ))}
          {text.steps !== undefined && (
            <ol className={styles.steps}>
              {text.steps.map((step) => (
                <li key={step}>{fill(step)}</li>
              ))}
            </ol>
          )}
          {text.list !== undefined && (
            <BulletList>
              {text.list.map((item) => (
                <li key={item}>{fill(item)}</li>
              ))}
            </BulletList>
          )}
          {text.terms !== undefined && (
            <BulletList>
              {text.terms.map(({ term, text: meaning }) => (
                <li key={term}>
                  <b>{term}:</b> {meaning}
                </li>
              ))}
            </BulletList>
          )}
          {text.links !== undefined && (
            <ul className={styles.links}>
              {text.links.map(({ label, to }) => (
                <li key={to}>
                  {to.startsWith('/') ? (
                    <MoreLink to={to}>{label}</MoreLink>
                  ) : (
                    <MoreLink href={fillHelpText(to, site)} newTab>
                      {label}
                    </MoreLink>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      <p className={styles.back}>
        <MoreLink to={`/help#${TOPICS_ID}`} back>
          All topics
        </MoreLink>
      </p>
    </section>
  );
};

/** Steps to take and numbers to call, with one part for each situation. On phones, the first screen shows the numbers and the list of parts. */
export const HelpPage = ({ site }: SiteProps) => (
  <>
    <PageBanner compact tone="lagoon" pattern="comb" title={HELP_TITLE} lead={HELP_LEAD} />
    <Section spacing="tight" className={styles.layout}>
      <div className={styles.aside}>
        <EmergencyCalls site={site} />
        <nav id={TOPICS_ID} aria-label="What is happening?">
          <ul className={styles.parts}>
            {HELP_PARTS.map(({ id }) => (
              <li key={id}>
                <PlainLink to={`/help#${id}`} className={styles.partLink}>
                  {HELP_TEXTS[id].label}
                </PlainLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className={styles.content}>
        <p className={styles.review}>{HELP_REVIEW_NOTE}</p>
        {HELP_PARTS.map((part) => (
          <Part key={part.id} part={part} site={site} />
        ))}
      </div>
    </Section>
  </>
);
