import { PlainLink } from '@site/shared/ui/link';
import styles from './list-screen.module.css';

/** What a row is called, as the link that opens it. */
export const RowLink = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <PlainLink to={to} className={styles.rowLink}>
    {children || 'Untitled'}
  </PlainLink>
);
