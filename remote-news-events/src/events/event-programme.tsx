import type { ReactNode } from 'react';
import styles from './event-programme.module.css';
import { AGENDA, AUDIENCE, SPEAKERS, WHO_TITLE } from './events-content.ts';
import type { EventDetails } from './events-data.ts';

const Block = ({ id, title, children }: { readonly id: string; readonly title: string; readonly children: ReactNode }) => (
  <section className={styles.block} aria-labelledby={id}>
    <h2 id={id} className={styles.title}>
      {title}
    </h2>
    {children}
  </section>
);

export const EventProgramme = ({ event: { agenda, audience, speakers } }: { readonly event: Pick<EventDetails, 'agenda' | 'audience' | 'speakers'> }) => (
  <>
    {agenda.length > 0 && (
      <Block id="agenda" title={AGENDA}>
        <ol className={styles.agenda}>
          {agenda.map(({ line, time, text }) => (
            <li key={line} className={time === '' ? styles.untimed : styles.item}>
              {time !== '' && <span className={styles.time}>{time} </span>}
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </Block>
    )}
    {(audience !== '' || speakers.length > 0) && (
      <Block id="who" title={WHO_TITLE}>
        <dl className={styles.who}>
          {audience !== '' && (
            <div>
              <dt className={styles.name}>{AUDIENCE}</dt>
              <dd className={styles.value}>{audience}</dd>
            </div>
          )}
          {speakers.length > 0 && (
            <div>
              <dt className={styles.name}>{SPEAKERS}</dt>
              {speakers.map((speaker) => (
                <dd key={speaker} className={styles.value}>
                  {speaker}
                </dd>
              ))}
            </div>
          )}
        </dl>
      </Block>
    )}
  </>
);
