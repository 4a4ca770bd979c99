import { isPageHandle } from '@site/shared/remote/remote-contract';
import { PlainLink } from '@site/shared/ui/link';
import { generatePath, useMatches } from 'react-router-dom';
import styles from './edit-link.module.css';

/** Links a public page to the screen that edits it: the page's `editPath`, filled in with the URL's parameters. */
export const EditLink = ({ staffUrl }: { readonly staffUrl: string | undefined }) => {
  const match = [...useMatches()].reverse().find(({ handle }) => isPageHandle(handle));
  const editPath = isPageHandle(match?.handle) ? match.handle.editPath : undefined;
  if (match === undefined || editPath === undefined) return null;
  return (
    <nav className={styles.place} aria-label="Staff">
      <PlainLink to={(staffUrl ?? '') + generatePath(editPath, match.params)} className={styles.link}>
        Edit this page
      </PlainLink>
    </nav>
  );
};
