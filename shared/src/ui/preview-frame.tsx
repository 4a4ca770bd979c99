// biome-ignore lint/style/noRestrictedImports: the public name is the federation singleton; the relative path would bundle a second router.
import { Link, useLocation } from '@site/shared/router';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { eyeIcon } from './icon-shapes.ts';
import { PageFailure } from './page-failure.tsx';
import styles from './preview-frame.module.css';

/** The address of the editor that opened the preview, which it passes in the navigation's state (`{ back }`). */
const getBack = (navigation: unknown): string | undefined => {
  const back = typeof navigation === 'object' && navigation !== null && 'back' in navigation ? navigation.back : undefined;
  return typeof back === 'string' && back.startsWith('/admin/') ? back : undefined;
};

/** Wraps a page that is visible to staff only. */
export const PreviewFrame = ({ children }: { readonly children: ReactNode }) => {
  const back = getBack(useLocation().state);
  return (
    <>
      <aside className={styles.bar} aria-label="Preview">
        <Icon shape={eyeIcon} />
        <p>Preview: visitors do not see this yet</p>
        {back !== undefined && (
          <Link className={styles.back} to={back}>
            Back to editing
          </Link>
        )}
      </aside>
      {children}
    </>
  );
};

/** Shown to visitors who are not signed in; the sign-in returns to the preview. */
export const PreviewSignIn = () => {
  const { pathname, search } = useLocation();
  return (
    <PageFailure
      level={1}
      title="Sign in to see this preview"
      message="Only members of staff see what is not published."
      action={
        <Link className={styles.signIn} to="/login" state={{ from: `${pathname}${search}` }}>
          Sign in
        </Link>
      }
    />
  );
};
