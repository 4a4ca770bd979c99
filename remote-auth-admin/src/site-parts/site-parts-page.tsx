import type { SitePart } from '@site/shared/contracts/site-part';
import type { HostServices } from '@site/shared/remote/host-services';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { PageFailure } from '@site/shared/ui/page-failure';
import { MoreLink } from '@site/shared/ui/text-link';
import type { ReactNode } from 'react';
import { timeAgo } from '../dashboard/dashboard-text.ts';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ScreenHeader } from '../layout/screen-header.tsx';
import { StaffPanel } from '../layout/staff-panel.tsx';
import { StatusChip } from '../layout/status-chip.tsx';
import type { SitePartsData } from './site-parts-loader.ts';
import styles from './site-parts-page.module.css';
import { describeCanary, FAULT_LABELS, partName, STATUSES } from './site-parts-text.ts';

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt className={styles.factName}>{name}</dt>
    <dd>{children}</dd>
  </div>
);

const Faults = ({ faults }: { readonly faults: SitePart['faults'] }) =>
  faults.length === 0 ? (
    <p className={styles.muted}>No faults in the last 24 hours.</p>
  ) : (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Faults</th>
          <th scope="col" className={styles.number}>
            Last hour
          </th>
          <th scope="col" className={styles.number}>
            Last 24 hours
          </th>
        </tr>
      </thead>
      <tbody>
        {faults.map(({ version, kind, lastHour, lastDay }) => (
          <tr key={`${version} ${kind}`}>
            <th scope="row">
              {FAULT_LABELS[kind]}
              <span className={styles.small}>{version}</span>
            </th>
            <td className={styles.number}>{lastHour.toLocaleString('en-US')}</td>
            <td className={styles.number}>{lastDay.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );

const RecentFaults = ({ recent, now }: { readonly recent: SitePart['recent']; readonly now: number }) => (
  <details className={styles.recent}>
    <summary className={styles.summary}>Latest messages</summary>
    <ul className={styles.messages}>
      {recent.map(({ version, kind, message, path, at, count }) => (
        <li key={`${version} ${kind} ${message}`} className={styles.message}>
          <code className={styles.code}>{message}</code>
          <span className={styles.small}>
            {[FAULT_LABELS[kind], version, path, timeAgo(at, now), count > 1 ? `${count.toLocaleString('en-US')} times` : '']
              .filter((text) => text !== '')
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </details>
);

const Part = ({ part, now }: { readonly part: SitePart; readonly now: number }) => {
  const { name, paths, state, version, activeSince, lastGood, problem, bad, canary, faults, recent } = part;
  return (
    <StaffPanel title={partName(name)} action={<StatusChip {...STATUSES[state]} />}>
      {problem !== null && <p className={styles.problem}>{problem}</p>}
      <dl className={styles.facts}>
        <Fact name="Version">{version ?? 'None'}</Fact>
        <Fact name="Active since">{activeSince === null ? 'before this server started' : timeAgo(activeSince, now)}</Fact>
        {lastGood !== null && <Fact name="Last good version">{lastGood}</Fact>}
        {canary !== undefined && (
          <Fact name="Canary">
            {canary.version}
            {[...describeCanary(canary, now), ...(canary.problem === null ? [] : [canary.problem])].map((line) => (
              <span key={line} className={styles.small}>
                {line}
              </span>
            ))}
          </Fact>
        )}
        {bad.map(({ version: blockedVersion, reason, at }) => (
          <Fact key={blockedVersion} name="Blocked">
            {blockedVersion}
            <span className={styles.small}>{[reason, timeAgo(at, now)].filter((text) => text !== '').join(', ')}</span>
          </Fact>
        ))}
        {paths.length > 0 && <Fact name="Paths">{paths.join(', ')}</Fact>}
      </dl>
      <Faults faults={faults} />
      {recent.length > 0 && <RecentFaults recent={recent} now={now} />}
    </StaffPanel>
  );
};

/** Shows administrators the live version of each part, and the faults reported by servers and browsers. */
export const SitePartsPage = ({ services: { site } }: { readonly services: Pick<HostServices, 'site'> }) => {
  const { siteParts, now } = useLoaderData<SitePartsData>();
  const { revalidate, state } = useRevalidator();
  const isLoading = state === 'loading';
  return (
    <div className={styles.page}>
      <ScreenHeader
        title="Website health"
        lead="Which version of each area is live, and its recent errors."
        action={
          siteParts.ok && (
            <Button variant="secondary" busy={isLoading} onClick={() => void revalidate()}>
              Refresh
            </Button>
          )
        }
      />
      {siteParts.ok ? (
        <>
          {siteParts.value.registryProblem !== null && (
            <p className={styles.problem}>The newest release registry cannot be used: {siteParts.value.registryProblem}</p>
          )}
          <div className={styles.parts}>
            {siteParts.value.parts.map((part) => (
              <Part key={part.name} part={part} now={now} />
            ))}
          </div>
          {site.staffUrl !== undefined && siteParts.value.parts.some(({ canary }) => canary !== undefined) && (
            <MoreLink to="/_preview/canaries">View the site with its canaries</MoreLink>
          )}
          <p className={styles.muted}>
            Counted by this server since it started {timeAgo(siteParts.value.countedSince, now)}. Release set {siteParts.value.set}.
            {siteParts.value.version !== undefined && ` Version ${siteParts.value.version} of the website's software.`}
          </p>
        </>
      ) : (
        <PageFailure
          title="Failed to load website health"
          message={getApiErrorMessage(siteParts.error)}
          onRetry={() => void revalidate()}
          retrying={isLoading}
        />
      )}
    </div>
  );
};
