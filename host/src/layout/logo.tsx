import type { SiteConfig } from '@site/shared/contracts/site';
import { Link } from '@site/shared/router';
import { classNames } from '@site/shared/ui/class-names';
import { LogoMark } from '@site/shared/ui/logo-mark';
import styles from './logo.module.css';

interface LogoProps {
  readonly site: SiteConfig;
  readonly clipped?: boolean;
}

export const Logo = ({ site, clipped = false }: LogoProps) => (
  <Link to="/" discover="none" className={classNames(styles.logo, clipped && styles.clipped)}>
    <LogoMark className={styles.mark} />
    <span className={styles.name}>
      {`${site.logoName} `}
      <span className={styles.suffix}>{site.logoSuffix}</span>
    </span>
  </Link>
);
