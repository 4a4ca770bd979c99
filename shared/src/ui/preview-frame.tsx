// biome-ignore lint/style/noRestrictedImports: the public name is the federation singleton; the relative path would bundle a second router.
import { Link, useLocation } from '@site/shared/router';
import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { eyeIcon } from './icon-shapes.ts';
import { PageFailure } from './page-failure.tsx';
import { PhoneFrame } from './phone-frame.tsx';
import styles from './preview-frame.module.css';

/** Returns the path of the editor that opened the preview, from the navigation state (`{ back }`). */
const getReturnPath = (navigation: unknown): string | undefined => {
  const returnPath = typeof navigation === 'object' && navigation !== null && 'back' in navigation ? navigation.back : undefined;
  return typeof returnPath === 'string' && returnPath.startsWith('/admin/') ? returnPath : undefined;
};

const WIDTHS = [
  { isPhone: false, label: 'Full width' },
  { isPhone: true, label: 'Phone' },
] as const;

/** Frame for a page that only staff can see. It is as wide as the window or as a phone. */
export const PreviewFrame = ({ children }: { readonly children: ReactNode }) => {
  const back = getReturnPath(useLocation().state);
  const [isPhone, setIsPhone] = useState(false);
  return (
    <>
      <aside className={styles.bar} aria-label="Preview">
        <Icon shape={eyeIcon} />
        <p>Preview: visitors cannot see this yet</p>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend on the screen; two buttons need only a name. */}
        <div className={classNames(styles.widths, isPhone && styles.narrowed)} role="group" aria-label="Preview width">
          {WIDTHS.map((width) => (
            <button key={width.label} type="button" className={styles.width} aria-pressed={width.isPhone === isPhone} onClick={() => setIsPhone(width.isPhone)}>
              {width.label}
            </button>
          ))}
        </div>
        {back !== undefined && (
          <Link className={styles.back} to={back}>
            Back to editing
          </Link>
        )}
      </aside>
      {isPhone ? <PhoneFrame title="Preview at phone width">{children}</PhoneFrame> : children}
    </>
  );
};

export const PreviewSignIn = () => {
  const { pathname, search } = useLocation();
  return (
    <PageFailure
      level={1}
      title="Sign in to see this preview"
      message="Only staff can see unpublished pages."
      action={
        <Link className={styles.signIn} to="/login" state={{ from: `${pathname}${search}` }}>
          Sign in
        </Link>
      }
    />
  );
};
