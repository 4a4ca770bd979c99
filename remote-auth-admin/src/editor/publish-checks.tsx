import { findVersionKind } from '@site/shared/domain/kinds';
import type { HostServices, HttpClient } from '@site/shared/remote/host-services';
import { classNames } from '@site/shared/ui/class-names';
import { Icon } from '@site/shared/ui/icon';
import { checkIcon, warnIcon } from '@site/shared/ui/icon-shapes';
import { useEffect, useMemo, useState } from 'react';
import { checkTextLinks, type DeadLink } from '../links/check-text-links.ts';
import { checkDocument } from './checks.ts';
import { type EditorConfig, getEditorFields, toConsent, type Values } from './editor-config.ts';
import type { EditorState } from './editor-state.ts';
import { findMissingConsent } from './missing-consent.ts';
import { measurePageSize, PAGE_SIZE_LIMIT_KB } from './page-weight.ts';
import styles from './publish-checks.module.css';

interface CheckLineProps {
  readonly name: string;
  readonly hasPassed: boolean;
  readonly children: string;
}

const CheckLine = ({ name, hasPassed, children }: CheckLineProps) => (
  <li className={styles.line}>
    <Icon shape={hasPassed ? checkIcon : warnIcon} className={classNames(styles.icon, hasPassed ? styles.good : styles.bad)} />
    <span>
      <b>{name}: </b>
      {children}
    </span>
  </li>
);

const describePageSize = (sizeKb: number | null): string => {
  if (sizeKb === null) return 'could not be measured';
  const kilobytes = sizeKb.toLocaleString('en-US');
  return sizeKb > PAGE_SIZE_LIMIT_KB
    ? `${kilobytes} KB of text and photos: slow on a phone. Fewer photos would help.`
    : `${kilobytes} KB of text and photos on a phone`;
};

const describeCount = (count: number, zero: string, one: string, many: string): string => (count === 0 ? zero : count === 1 ? one : `${count} ${many}`);

/** Returns the broken links; null if they could not be checked, undefined until the check has finished. */
const useBrokenLinks = (services: Pick<HostServices, 'http' | 'site'>, kindName: string, content: string): readonly DeadLink[] | null | undefined => {
  const [broken, setBroken] = useState<readonly DeadLink[] | null>();
  useEffect(() => {
    const controller = new AbortController();
    const kind = findVersionKind(kindName);
    if (kind !== undefined)
      void checkTextLinks(services, { kind, content, signal: controller.signal }).then((found) => {
        if (!controller.signal.aborted) setBroken(found);
      });
    return () => controller.abort();
  }, [services, kindName, content]);
  return broken;
};

/** Returns the size in kilobytes; null if it could not be measured, undefined until it has been measured. */
const usePageSize = (html: string, image: string): number | null | undefined => {
  const [sizeKb, setSizeKb] = useState<number | null>();
  useEffect(() => {
    const controller = new AbortController();
    void measurePageSize({ html, image, signal: controller.signal }).then((measuredKb) => {
      if (!controller.signal.aborted) setSizeKb(measuredKb);
    });
    return () => controller.abort();
  }, [html, image]);
  return sizeKb;
};

const getLinkPreviewAdvice = (hasImage: boolean, lead: string): string => {
  if (!hasImage) return 'uses the site’s default image: choose a featured photo';
  return lead.trim() === '' ? 'has no summary: write an excerpt' : '';
};

/** Returns the images without consent; null if they could not be checked, undefined until the check has finished. */
const useMissingConsent = (http: HttpClient, html: string, image: string, values: Values): readonly string[] | null | undefined => {
  const [missing, setMissing] = useState<readonly string[] | null>();
  const { showsMinors = '', consentBy = '', consentOn = '' } = values;
  useEffect(() => {
    const controller = new AbortController();
    const enteredConsent = toConsent({ showsMinors, consentBy, consentOn });
    void findMissingConsent(http, { html, image, entered: enteredConsent, signal: controller.signal }).then((found) => {
      if (!controller.signal.aborted) setMissing(found);
    });
    return () => controller.abort();
  }, [http, html, image, showsMinors, consentBy, consentOn]);
  return missing;
};

const describeConsent = (missing: readonly string[] | null | undefined): string => {
  if (missing === undefined) return 'checking …';
  if (missing === null) return 'could not be checked';
  return missing.length === 0 ? 'nothing is missing' : `no consent is recorded for people under 18 in ${missing.join(', ')}`;
};

interface PublishChecksProps<Doc> {
  readonly services: Pick<HostServices, 'http' | 'site'>;
  readonly config: EditorConfig<Doc>;
  readonly state: EditorState<Doc>;
}

/** Lists possible improvements before a document becomes public. Only missing consent blocks publication, because the provider would reject the document. */
export const PublishChecks = <Doc,>({ services, config, state }: PublishChecksProps<Doc>) => {
  const { values, document, file } = state;
  const image = values.imageSrc || (document === null || values[config.content.image.removeField] === 'true' ? '' : config.getMetadata(document).image);
  const content = values.content ?? values.description ?? '';
  const broken = useBrokenLinks(services, config.content.name, values.content ?? '');
  const sizeKb = usePageSize(content, image);
  const missingConsent = useMissingConsent(services.http, content, file === null ? image : '', values);
  const [wording, access] = useMemo(() => {
    const checks = checkDocument(getEditorFields(config), values);
    return [checks.filter(({ rule }) => rule === 'wording'), checks.filter(({ rule }) => rule !== 'wording')] as const;
  }, [config, values]);
  const shareAdvice = getLinkPreviewAdvice(image !== '' || file !== null, values.excerpt ?? content);
  return (
    <section aria-label="Checks">
      <ul className={styles.lines}>
        <CheckLine name="Accessibility" hasPassed={access.length === 0}>
          {access[0] === undefined ? 'no problems found' : `${access[0].message}${access.length === 1 ? '' : ` (and ${access.length - 1} more)`}`}
        </CheckLine>
        <CheckLine name="Wording" hasPassed={wording.length === 0}>
          {wording[0] === undefined ? 'no problems found' : `${wording[0].message}${wording.length === 1 ? '' : ` (and ${wording.length - 1} more)`}`}
        </CheckLine>
        <CheckLine name="Links" hasPassed={broken === undefined || broken?.length === 0}>
          {broken === undefined
            ? 'checking …'
            : broken === null
              ? 'could not be checked'
              : describeCount(broken.length, 'all links work', '1 broken link', 'broken links')}
        </CheckLine>
        <CheckLine name="Consent" hasPassed={missingConsent === undefined || missingConsent?.length === 0}>
          {describeConsent(missingConsent)}
        </CheckLine>
        <CheckLine name="Link preview" hasPassed={shareAdvice === ''}>
          {shareAdvice || 'has its own image and text'}
        </CheckLine>
        <CheckLine name="Page size" hasPassed={sizeKb === undefined || (sizeKb !== null && sizeKb <= PAGE_SIZE_LIMIT_KB)}>
          {sizeKb === undefined ? 'measuring …' : describePageSize(sizeKb)}
        </CheckLine>
      </ul>
    </section>
  );
};
