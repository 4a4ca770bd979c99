import styles from './logo-mark.module.css';

export const LogoMark = ({ className }: { readonly className?: string | undefined }) => (
  <svg className={className} width="44" height="44" viewBox="0 0 44 44" aria-hidden="true">
    <path className={styles.night} d="M12 0H32A12 12 0 0 1 44 12V32A12 12 0 0 1 32 44H4A4 4 0 0 1 0 40V12A12 12 0 0 1 12 0Z" />
    <path className={styles.sun} d="M10 28a12 12 0 0 1 24 0z" />
    <path className={styles.rays} d="M22 6v6M8.5 11.5l4 4.5M35.5 11.5l-4 4.5" />
    <path className={styles.teeth} d="M0 31l5.5-5 5.5 5 5.5-5 5.5 5 5.5-5 5.5 5 5.5-5 5.5 5v1A12 12 0 0 1 32 44H4a4 4 0 0 1-4-4z" />
    <path className={styles.cloth} d="M0 33.5l5.5-5 5.5 5 5.5-5 5.5 5 5.5-5 5.5 5 5.5-5 5.5 5A12 12 0 0 1 32 44H4a4 4 0 0 1-4-4z" />
  </svg>
);
