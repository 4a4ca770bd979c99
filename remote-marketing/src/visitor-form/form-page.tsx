import type { SiteConfig } from '@site/shared/contracts/site';
import { ContentImage } from '@site/shared/ui/content-image';
import { PageBanner } from '@site/shared/ui/page-banner';
import { Section } from '@site/shared/ui/section';
import { EmailLink, MoreLink } from '@site/shared/ui/text-link';
import type { ReactNode } from 'react';
import { type Question, QuestionSection } from '../questions/question-section.tsx';
import styles from './form-page.module.css';

interface FormPageContent {
  readonly title: string;
  readonly tagline: string;
  readonly intro: string;
  readonly links?: ReadonlyArray<{ readonly label: string; readonly to: string }>;
  readonly steps: ReadonlyArray<{ readonly title: string; readonly text: string }>;
  readonly image: string;
  readonly imageAlt: string;
  readonly questions?: { readonly eyebrow: string; readonly title: string; readonly list: readonly Question[] };
}

interface FormPageProps {
  readonly tone: 'leaf' | 'zobo';
  readonly content: FormPageContent;
  readonly site: SiteConfig;
  readonly children: ReactNode;
}

export const FormPage = ({ tone, content: { title, tagline, intro, links = [], steps, image, imageAlt, questions }, site, children }: FormPageProps) => (
  <>
    <PageBanner tone={tone} pattern="comb" title={title} lead={tagline} />
    <Section spacing="tight" className={styles.layout}>
      <div className={styles.introduction}>
        <p className={styles.intro}>{intro}</p>
        {links.map(({ label, to }) => (
          <MoreLink key={to} to={to}>
            {label}
          </MoreLink>
        ))}
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step.title} className={styles.step}>
              <b>{step.title}</b>
              <span className={styles.text}>{step.text}</span>
            </li>
          ))}
        </ol>
        <div className={styles.beside}>
          <div className={styles.image}>
            <ContentImage src={image} alt={imageAlt} width={1000} height={800} />
          </div>
          <p>
            Questions first? Write to <EmailLink email={site.email} />
          </p>
        </div>
      </div>
      {children}
    </Section>
    {questions !== undefined && <QuestionSection eyebrow={questions.eyebrow} title={questions.title} questions={questions.list} site={site} />}
  </>
);
