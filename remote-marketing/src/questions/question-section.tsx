import type { SiteConfig } from '@site/shared/contracts/site';
import { Section, SectionHead } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import { fillTemplate } from '../legal/fill-template.ts';
import { LinkedText } from '../legal/linked-text.tsx';
import styles from './question-section.module.css';

/** A question and its answer. The answer may contain the placeholders of `fillTemplate`. */
export interface Question {
  /** Anchor for links to this answer. Changing the anchor would break them. */
  readonly id?: string | undefined;
  readonly title: string;
  readonly text: string;
  readonly more?: { readonly label: string; readonly to: string } | undefined;
}

interface QuestionSectionProps {
  readonly eyebrow: string;
  readonly title: string;
  readonly questions: readonly Question[];
  readonly site: SiteConfig;
}

export const QuestionSection = ({ eyebrow, title, questions, site }: QuestionSectionProps) => (
  <Section tone="mist" labelledBy="questions">
    <SectionHead eyebrow={eyebrow} title={title} id="questions" />
    <div className={styles.questions}>
      {questions.map(({ id, title: question, text, more }) => (
        <div key={question} id={id} className={styles.question}>
          <h3 className={styles.title}>{question}</h3>
          <p>
            <LinkedText text={fillTemplate(text, site)} site={site} />
          </p>
          {more !== undefined && <MoreLink to={more.to}>{more.label}</MoreLink>}
        </div>
      ))}
    </div>
  </Section>
);
