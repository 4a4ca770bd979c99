// biome-ignore lint/style/noRestrictedImports: the public name is the federation singleton; the relative path would bundle a second router.
import { Link, useLocation } from '@site/shared/router';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { eyeIcon } from './icon-shapes.ts';
import { PageFailure } from './page-failure.tsx';
import styles from './preview-frame.module.css';

/** Wraps a page that is visible to staff only. */
export const PreviewFrame = ({ children }: { readonly children: ReactNode }) => (
  <>
    <aside className={styles.bar} aria-label="Preview">
      <Icon shape={eyeIcon} />
      <p>Preview: visitors do not see this yet</p>
    </aside>
    {children}
  </>
);

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
