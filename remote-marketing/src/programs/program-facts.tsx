import { ApplyLink } from './apply-section.tsx';
import styles from './program-facts.module.css';
import type { ProgramDetail } from './program-loader.ts';

const FACTS = [
  { field: 'duration', name: 'Length' },
  { field: 'ages', name: 'Ages' },
  { field: 'cost', name: 'Cost' },
  { field: 'nextStart', name: 'Next start' },
] as const;

interface ProgramFactsProps {
  readonly program: ProgramDetail;
  readonly telephone: string;
}

/** Facts that applicants need before they apply, and the link to apply. Renders nothing if staff have entered no facts. */
export const ProgramFacts = ({ program, telephone }: ProgramFactsProps) => {
  const filledFacts = FACTS.filter(({ field }) => program[field] !== '');
  if (filledFacts.length === 0) return null;
  return (
    <section className={styles.card} aria-label="Program facts">
      <dl className={styles.facts}>
        {filledFacts.map(({ field, name }) => (
          <div key={field} className={styles.fact}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>{program[field]}</dd>
          </div>
        ))}
      </dl>
      <ApplyLink program={program} telephone={telephone} />
    </section>
  );
};
