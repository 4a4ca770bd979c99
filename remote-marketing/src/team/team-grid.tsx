import { TEAM_IMAGE_SIZE, TEAM_STAGGER_MS } from '@site/shared/domain/constants';
import { ContentImage } from '@site/shared/ui/content-image';
import portraitTemplate from '../artwork/portrait-template.svg';
import { Reveal } from './reveal.tsx';
import type { TeamMember } from './team-content.ts';
import styles from './team-grid.module.css';

/** Round portraits in a sun ring; the cards rise one after the other when they come into view (TEAM-03 to TEAM-06). */
export const TeamGrid = ({ members }: { readonly members: readonly TeamMember[] }) => (
  <ul className={styles.grid}>
    {members.map(({ name, role, image }, position) => (
      <Reveal key={`${name} ${role}`} delayMs={position * TEAM_STAGGER_MS} className={styles.member}>
        <span className={styles.portrait}>
          <ContentImage
            src={image}
            alt=""
            width={TEAM_IMAGE_SIZE.width}
            height={TEAM_IMAGE_SIZE.height}
            crop="fill"
            gravity="face"
            radius="max"
            widths={[400]}
            sizes="160px"
            fallback={portraitTemplate}
          />
        </span>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.role}>{role}</p>
      </Reveal>
    ))}
  </ul>
);
