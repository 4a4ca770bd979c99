import { imageUrl } from '@site/shared/domain/image-url';
import { Panel } from './panel.tsx';
import styles from './share-preview.module.css';

export interface SharePreviewProps {
  readonly siteUrl: string;
  readonly title: string;
  readonly lead: string;
  /** '' when there is no picture: the site's own goes along then. */
  readonly picture: string;
}

/** Roughly what a messenger shows of the address. */
export const SharePreview = ({ siteUrl, title, lead, picture }: SharePreviewProps) => (
  <Panel title="How it looks when shared">
    <div className={styles.message}>
      <div className={styles.card}>
        {picture !== '' && <img className={styles.picture} src={imageUrl(picture, { width: 640, height: 336 })} alt="" width={640} height={336} />}
        <div className={styles.words}>
          <p className={styles.title}>{title || 'No title yet'}</p>
          {lead !== '' && <p className={styles.lead}>{lead}</p>}
          <p className={styles.lead}>{new URL(siteUrl).host}</p>
        </div>
      </div>
    </div>
  </Panel>
);
