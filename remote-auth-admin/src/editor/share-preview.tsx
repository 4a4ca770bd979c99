import { imageUrl } from '@site/shared/domain/image-url';
import { SidePanel } from '../layout/side-panel.tsx';
import styles from './share-preview.module.css';

interface SharePreviewProps {
  readonly siteUrl: string;
  readonly title: string;
  readonly lead: string;
  /** URL of the image; '' for the site's default image. */
  readonly image: string;
}

/** Imitates a link preview in a messaging app. */
export const SharePreview = ({ siteUrl, title, lead, image }: SharePreviewProps) => (
  <SidePanel title="Link preview">
    <div className={styles.message}>
      <div className={styles.card}>
        {image !== '' && <img className={styles.image} src={imageUrl(image, { width: 640, height: 336 })} alt="" width={640} height={336} />}
        <div className={styles.texts}>
          <p className={styles.title}>{title || 'No title yet'}</p>
          {lead !== '' && <p className={styles.lead}>{lead}</p>}
          <p className={styles.lead}>{new URL(siteUrl).host}</p>
        </div>
      </div>
    </div>
  </SidePanel>
);
