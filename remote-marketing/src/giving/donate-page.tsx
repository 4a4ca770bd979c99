import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData } from '@site/shared/router';
import { BulletList } from '@site/shared/ui/bullet-list';
import { Button, ButtonLink } from '@site/shared/ui/button';
import { heartIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section, SectionHead } from '@site/shared/ui/section';
import { EmailLink, MoreLink } from '@site/shared/ui/text-link';
import { useHydrated } from '@site/shared/ui/use-hydrated';
import { Fragment, type ReactNode } from 'react';
import { QuestionSection } from '../questions/question-section.tsx';
import styles from './donate-page.module.css';
import { GiftTiles } from './gift-tiles.tsx';
import type { Giving } from './giving-text.ts';

interface CopyableLineProps {
  readonly label: string;
  readonly value: string;
  readonly notify: HostServices['notify'];
}

/**
 * Allows a line break after each `*`, so that codes in larger text never wrap within a number. At the default size, each code fits on one line on a screen 360
 * px wide.
 */
const breakAfterStars = (value: string): ReactNode =>
  value.split('*').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity, and never change their order.
    <Fragment key={index}>
      {index > 0 && '*'}
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** A value to type or dial. Without JavaScript, one click selects the value. */
const CopyableLine = ({ label, value, notify }: CopyableLineProps) => {
  const isHydrated = useHydrated();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      notify.success(`${label} copied`);
    } catch {
      notify.error('Copying failed. Please select the text and copy it yourself.');
    }
  };
  return (
    <div className={`${styles.line} ${styles.copied}`}>
      <dt className={styles.label}>{label}</dt>
      <dd className={`${styles.text} ${styles.code}`}>{breakAfterStars(value)}</dd>
      <dd className={isHydrated ? styles.copy : `${styles.copy} ${styles.waiting}`}>
        <Button variant="secondary" size="small" label={`Copy: ${label}`} onClick={() => void copy()}>
          Copy
        </Button>
      </dd>
    </div>
  );
};

interface DonatePageProps {
  readonly site: HostServices['site'];
  readonly notify: HostServices['notify'];
}

/** The effect of a gift and the ways to give. Payments are made on the configured external page. */
export const DonatePage = ({ site, notify }: DonatePageProps) => {
  const { donateUrl, partnerEmail, email } = site;
  const { review, gifts, reasons, questions, bank, ussd, ussdHint } = useLoaderData<Giving>();
  return (
    <>
      <PageBanner compact tone="zobo" pattern="eleko" title="What your gift does" lead="Our programs are free for young people, thanks to donors like you." />
      <Section tone="mist" labelledBy="ways">
        <SectionHead eyebrow="Ways to give" title="Choose what is easiest for you" id="ways" />
        <details className={styles.jumps}>
          <summary className={styles.jumpsTitle}>Questions? Find the answer</summary>
          <nav aria-label="Questions about gifts">
            <ul>
              {questions.map(({ id, title }) => (
                <li key={id}>
                  <PlainLink to={`/donate#${id}`} className={styles.jump}>
                    {title}
                  </PlainLink>
                </li>
              ))}
            </ul>
          </nav>
        </details>
        {/* Every page links to the bank transfer. Without a bank account, that link shows the other ways to give. */}
        <div className={styles.ways} id={bank === undefined ? 'bank-transfer' : undefined}>
          <section className={`${styles.way} ${styles.card}`} aria-labelledby="online">
            <div>
              <h3 id="online" className={styles.wayTitle}>
                Card or online
              </h3>
              <p>You pay on the secure page of our payment partner. Card details never pass through this site.</p>
            </div>
            <ButtonLink href={donateUrl} newTab variant="donate" icon={heartIcon} wide>
              Continue to payment
            </ButtonLink>
          </section>
          {review !== undefined && <p className={styles.review}>{review}</p>}
          {bank !== undefined && (
            <section className={styles.way} aria-labelledby="bank-transfer">
              <h3 id="bank-transfer" className={`${styles.wayTitle} ${styles.afterReview}`}>
                Bank transfer
              </h3>
              <dl className={styles.lines}>
                <div className={styles.line}>
                  <dt className={styles.label}>Bank</dt>
                  <dd className={styles.text}>{bank.name}</dd>
                </div>
                <div className={styles.line}>
                  <dt className={styles.label}>Account name</dt>
                  <dd className={styles.text}>{bank.accountName}</dd>
                </div>
                <CopyableLine label="Account number" value={bank.accountNumber} notify={notify} />
              </dl>
            </section>
          )}
          {ussd.length > 0 && (
            <section className={styles.way} aria-labelledby="ussd">
              <h3 id="ussd" className={styles.wayTitle}>
                By phone, without internet
              </h3>
              {ussdHint !== undefined && <p>{ussdHint}</p>}
              <dl className={styles.lines}>
                {ussd.map(({ bank: name, code }) => (
                  <CopyableLine key={name} label={`${name} code`} value={code} notify={notify} />
                ))}
              </dl>
            </section>
          )}
        </div>
        <p className={styles.questions}>
          Giving every month? Choose it on the payment page, or set up a standing order at your bank. Giving from abroad, as a company, in memory of someone, or
          giving things? Write to <EmailLink email={partnerEmail} />. No receipt, or a question? Write to <EmailLink email={email} />.
        </p>
      </Section>
      <Section labelledBy="amounts">
        <SectionHead eyebrow="For example" title="From workbook to classroom" id="amounts" />
        <GiftTiles gifts={gifts} />
        <div className={styles.reasons}>
          <BulletList>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </BulletList>
          <MoreLink to="/impact#figures">See what we have achieved</MoreLink>
        </div>
      </Section>
      <QuestionSection eyebrow="Good to know" title="Questions about gifts" questions={questions} site={site} />
    </>
  );
};
