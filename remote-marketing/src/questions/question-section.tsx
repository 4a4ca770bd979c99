import type { SiteConfig } from '@site/shared/contracts/site';
import { Section, SectionHead } from '@site/shared/ui/section';
import { LinkedText } from '../legal/linked-text.tsx';
import styles from './question-section.module.css';

/** In the answer, `{email}` and `{partnerEmail}` stand for the site's own. */
export interface Question {
  readonly title: string;
  readonly text: string;
}

interface QuestionSectionProps {
  readonly eyebrow: string;
  readonly title: string;
  readonly questions: readonly Question[];
  readonly site: SiteConfig;
}

/** What visitors ask, with short answers. */
export const QuestionSection = ({ eyebrow, title, questions, site }: QuestionSectionProps) => (
  <Section tone="mist" labelledBy="questions">
    <SectionHead eyebrow={eyebrow} title={title} id="questions" />
    <div className={styles.questions}>
      {questions.map((question) => (
        <div key={question.title} className={styles.question}>
          <h3 className={styles.title}>{question.title}</h3>
          <p>
            <LinkedText text={question.text.replaceAll('{email}', site.email).replaceAll('{partnerEmail}', site.partnerEmail)} site={site} />
          </p>
        </div>
      ))}
    </div>
  </Section>
);
