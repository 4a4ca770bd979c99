import type { SiteConfig } from '@site/shared/contracts/site';
import { Section, SectionHead } from '@site/shared/ui/section';
import { EmailLink, MoreLink } from '@site/shared/ui/text-link';
import { fillTemplate } from '../legal/fill-template.ts';
import { LEGAL_PAGES } from '../legal/legal-pages.ts';
import { LinkedText } from '../legal/linked-text.tsx';
import { ADVISORY_BOARD } from '../team/team-content.ts';
import styles from './trust-section.module.css';
import type { Trust } from './trust-text.ts';

export const CountingSection = ({ trust: { periods, years, counting } }: { readonly trust: Trust }) => (
  <Section tone="mist" labelledBy="counting" className={styles.counting}>
    <div className={styles.text}>
      <SectionHead eyebrow="In the open" title="How we count" id="counting" flush />
      {counting.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
    <div className={styles.text}>
      <dl className={styles.periods}>
        {periods.map(({ page, period }) => (
          <div key={page}>
            <dt className={styles.term}>{page}</dt>
            <dd>{period}</dd>
          </div>
        ))}
      </dl>
      <table className={styles.years}>
        <caption>Running totals at the end of each year</caption>
        <thead>
          <tr>
            <th scope="col">Up to</th>
            <th scope="col">Schools</th>
            <th scope="col">Graduates</th>
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, schools, graduates }) => (
            <tr key={year}>
              <th scope="row">{year}</th>
              <td>{schools}</td>
              <td>{graduates}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </Section>
);

interface TrustSectionProps {
  readonly trust: Trust;
  readonly site: SiteConfig;
}

export const TrustSection = ({ trust: { review, reports, spending, complaints, press }, site }: TrustSectionProps) => (
  <Section labelledBy="trust">
    <SectionHead eyebrow="Hold us to account" title="Who is responsible" id="trust" />
    {review !== undefined && <p className={styles.review}>{review}</p>}
    <dl className={styles.facts}>
      {site.registration !== undefined && (
        <div>
          <dt className={styles.term}>Registration</dt>
          <dd>
            {site.registration.number}, {site.registration.office}
          </dd>
          <dd>Anyone can look up this number in their public register.</dd>
        </div>
      )}
      <div>
        <dt className={styles.term}>The board</dt>
        {ADVISORY_BOARD.map(({ name, role }) => (
          <dd key={name}>
            {name}: {role}
          </dd>
        ))}
        <dd className={styles.fact}>
          <MoreLink to="/team">Everyone in our team</MoreLink>
        </dd>
      </div>
      <div>
        <dt className={styles.term}>Foundations and partners</dt>
        <dd>
          Write to <EmailLink email={site.partnerEmail} /> for the certificate, the constitution and the audited accounts.
        </dd>
      </div>
      {reports.length > 0 && (
        <div>
          <dt className={styles.term}>Annual reports</dt>
          {reports.map(({ title, url }) => (
            <dd key={url} className={styles.fact}>
              <MoreLink href={url} newTab>
                {title}
              </MoreLink>
            </dd>
          ))}
        </div>
      )}
      <div>
        <dt className={styles.term}>Where the money goes</dt>
        {spending.map((sentence) => (
          <dd key={sentence}>{sentence}</dd>
        ))}
      </div>
      <div id="complaints">
        <dt className={styles.term}>Complaints</dt>
        {complaints.map((sentence) => (
          <dd key={sentence}>
            <LinkedText text={fillTemplate(sentence, site)} site={site} />
          </dd>
        ))}
      </div>
      <div id="press">
        <dt className={styles.term}>For journalists</dt>
        {press.map((sentence) => (
          <dd key={sentence}>
            <LinkedText text={fillTemplate(sentence, site)} site={site} />
          </dd>
        ))}
      </div>
      <div>
        <dt className={styles.term}>Our promises</dt>
        {LEGAL_PAGES.map(({ path, title }) => (
          <dd key={path} className={styles.fact}>
            <MoreLink to={path}>{title}</MoreLink>
          </dd>
        ))}
      </div>
    </dl>
  </Section>
);
