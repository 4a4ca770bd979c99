import type { Present } from '@site/shared/contracts/presence';
import { Button } from '@site/shared/ui/button';
import { Icon } from '@site/shared/ui/icon';
import { usersIcon } from '@site/shared/ui/icon-shapes';
import { formatTime } from '../layout/format-time.ts';
import styles from './presence-notice.module.css';
import type { PresenceState } from './use-presence.ts';

const getName = ({ name, isSelf }: Present): string => (isSelf ? 'You (in another tab or on another device)' : name || 'Someone');

const listNames = (others: readonly Present[]): string => new Intl.ListFormat('en-GB').format([...new Set(others.map(getName))]);

/** Returns the other editor that has taken over the document; undefined if there is none. */
export const findOtherHolder = ({ others, holder, tab }: PresenceState): Present | undefined =>
  holder === null || holder === tab ? undefined : others.find((other) => other.tab === holder);

/** Shows who else has the document open. The user can take over, which makes the document read-only for the others. */
export const PresenceNotice = ({ presence }: { readonly presence: PresenceState }) => {
  const { others, holder, tab, takeOver, release } = presence;
  const other = findOtherHolder(presence);
  const [first] = others;
  return (
    <div role="status" aria-label="Who else is here" className={first === undefined ? styles.empty : styles.notice}>
      {first !== undefined && (
        <>
          <Icon shape={usersIcon} />
          <p className={styles.text}>
            {other !== undefined && (
              <>
                <b>{getName(other)}</b> {other.isSelf ? 'have' : 'has'} taken over editing. Your changes are kept, and you can take over again.
              </>
            )}
            {other === undefined && holder === tab && (
              <>
                You have taken over editing. <b>{listNames(others)}</b> can read but not edit.
              </>
            )}
            {other === undefined && holder !== tab && (
              <>
                <b>{listNames(others)}</b> {others.length === 1 && !first.isSelf ? 'has' : 'have'} this open too, since {formatTime(first.since)}. If you both
                make changes, you will be asked to compare them when you save.
              </>
            )}
          </p>
          <Button variant="secondary" size="small" onClick={holder === tab ? release : takeOver}>
            {holder === tab ? 'Let others edit' : 'Take over'}
          </Button>
        </>
      )}
    </div>
  );
};
