import { SEARCH_KINDS, type SearchKind } from '@site/shared/contracts/search';
import { formatLongDate } from '@site/shared/domain/dates';
import type { ExcerptPart } from '@site/shared/domain/ranked-search';
import { telephoneHref } from '@site/shared/domain/telephone-href';
import type { HostServices } from '@site/shared/remote/host-services';
import { Link, useLoaderData } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { Badge } from '@site/shared/ui/chip';
import { ContentImage } from '@site/shared/ui/content-image';
import { searchIcon } from '@site/shared/ui/icon-shapes';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { RichText } from '@site/shared/ui/rich-text';
import { Section } from '@site/shared/ui/section';
import { EmailLink, MoreLink } from '@site/shared/ui/text-link';
import {
  CHANGE_LABELS,
  CONTACT_TITLE,
  DONATE,
  KIND_GROUPS,
  KIND_LABELS,
  NOTHING_FOUND_HELP,
  OTHER_PAGES,
  READ_FIRST,
  SEARCH_BUSY,
  SEARCH_BUSY_HELP,
  SEARCH_FAILED,
  SEARCH_FAILED_HELP,
  SEARCH_LABEL,
  START_HERE,
  STARTING_POINTS,
} from './search-content.ts';
import { SEARCH_LEAD, SEARCH_TITLE } from './search-head.ts';
import type { FoundItem, SearchData, SearchResults } from './search-loader.ts';
import styles from './search-page.module.css';

interface Target {
  readonly query: string;
  readonly kind: SearchKind | null;
  readonly page?: number;
}

const getPath = ({ query, kind, page = 1 }: Target): string =>
  `/search?${new URLSearchParams({ q: query, ...(kind === null ? {} : { kind }), ...(page === 1 ? {} : { page: String(page) }) })}`;

const SearchForm = ({ query }: { readonly query: string }) => (
  // biome-ignore lint/a11y/useSemanticElements: browsers before 2023 do not know `<search>`.
  <form role="search" action="/search" className={styles.form}>
    <label htmlFor="search-query" className={styles.label}>
      {SEARCH_LABEL}
    </label>
    {/* The key creates a new field for each search, with the query from the URL. */}
    <input key={query} id="search-query" className={styles.input} type="search" name="q" defaultValue={query} enterKeyHint="search" />
    <Button type="submit" icon={searchIcon}>
      Search
    </Button>
  </form>
);

const MarkedText = ({ parts }: { readonly parts: readonly ExcerptPart[] }) =>
  parts.map(({ text, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity, and never change their order.
      <mark key={index} className={styles.match}>
        {text}
      </mark>
    ) : (
      text
    ),
  );

const Item = ({ item: { kind, path, title, excerpt, date, change, imageUrl, imageAlt } }: { readonly item: FoundItem }) => (
  <li className={styles.item}>
    <div className={styles.words}>
      <p className={styles.kind}>
        <Badge>{KIND_LABELS[kind]}</Badge>
        {date !== null && <time dateTime={date}>{formatLongDate(date)}</time>}
        {change !== undefined && <strong>{CHANGE_LABELS[change]}</strong>}
      </p>
      <h3 className={styles.title}>
        <Link to={path} className={styles.link}>
          <MarkedText parts={title} />
        </Link>
      </h3>
      {excerpt.length > 0 && (
        <p className={styles.excerpt}>
          <MarkedText parts={excerpt} />
        </p>
      )}
    </div>
    {imageUrl !== '' && <ContentImage src={imageUrl} alt={imageAlt} width={160} height={120} sizes="160px" className={styles.image} />}
  </li>
);

/** Links that filter by kind, each with its match count. Counts of 100 or more are shown as "100+". */
const KindFilters = ({ results: { query, kind, counts } }: { readonly results: SearchResults }) => {
  const kinds = SEARCH_KINDS.filter((name) => counts[name] > 0);
  if (kinds.length < 2) return null;
  return (
    <nav aria-label="Filter by type">
      <ul className={styles.kinds}>
        {[null, ...kinds].map((name) => (
          <li key={name ?? 'all'}>
            <Link to={getPath({ query, kind: name })} className={styles.choice} aria-current={name === kind ? 'true' : undefined}>
              {name === null ? 'All' : `${KIND_GROUPS[name]} (${counts[name] >= 100 ? '100+' : counts[name]})`}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const ResultPagination = ({ results: { query, kind, page, pageCount } }: { readonly results: SearchResults }) =>
  pageCount > 1 && (
    <nav className={styles.pages} aria-label="Pages of results">
      {page > 1 && (
        <MoreLink to={getPath({ query, kind, page: page - 1 })} back>
          Previous page
        </MoreLink>
      )}
      <span>
        Page {page} of {pageCount}
      </span>
      {page < pageCount && <MoreLink to={getPath({ query, kind, page: page + 1 })}>Next page</MoreLink>}
    </nav>
  );

/** Suggests pages to start with. Visitors who look for help do not see a link to the donation page. */
const StartingPoints = ({ isHelpFirst }: { readonly isHelpFirst: boolean }) => (
  <nav aria-labelledby="begin-here" className={styles.starts}>
    <h2 id="begin-here" className={styles.subtitle}>
      {START_HERE}
    </h2>
    <ul className={styles.kinds}>
      {STARTING_POINTS.filter(({ to }) => !(isHelpFirst && to === DONATE)).map(({ label, to }) => (
        <li key={to}>
          <Link to={to} className={styles.choice}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

const getHeading = ({ query, total, correctedQuery, isAnyWord, helpParts, counts }: SearchResults): string => {
  if (helpParts.length > 0) return OTHER_PAGES;
  if (total === 0) return correctedQuery === null ? `No results for “${query}”` : `No results for “${query}” or “${correctedQuery}”`;
  if (correctedQuery !== null) return `No results for “${query}”. Showing results for “${correctedQuery}”`;
  if (isAnyWord && counts.page === 0) return `No page is exactly about “${query}”. These come closest`;
  return total === 1 ? `One result for “${query}”` : `${total} results for “${query}”`;
};

const ReadFirstLinks = ({ results: { query, correctedQuery, helpParts } }: { readonly results: SearchResults }) =>
  helpParts.length > 0 && (
    <nav aria-labelledby="read-first" className={styles.answer}>
      <h2 id="read-first" className={styles.subtitle}>
        {READ_FIRST}
      </h2>
      {correctedQuery !== null && (
        <p>
          Showing results for “{correctedQuery}” instead of “{query}”.
        </p>
      )}
      <ul className={styles.list}>
        {helpParts.map(({ path, title }) => (
          <li key={path} className={styles.item}>
            <h3 className={styles.title}>
              <Link to={path} className={styles.link}>
                {title}
              </Link>
            </h3>
          </li>
        ))}
      </ul>
    </nav>
  );

const Results = ({ results }: { readonly results: SearchResults }) => (
  <>
    <h2 className={styles.subtitle}>{getHeading(results)}</h2>
    <KindFilters results={results} />
    {results.items.length === 0 ? (
      <p>{NOTHING_FOUND_HELP}</p>
    ) : (
      <ol className={styles.list}>
        {results.items.map((item) => (
          <Item key={item.path} item={item} />
        ))}
      </ol>
    )}
    <ResultPagination results={results} />
  </>
);

const Content = ({ page }: { readonly page: SearchData }) => {
  switch (page.state) {
    case 'found':
      return (
        <>
          <ReadFirstLinks results={page} />
          {(page.total > 0 || page.helpParts.length === 0) && <Results results={page} />}
        </>
      );
    case 'empty':
      return null;
    case 'busy':
      return <LoadFailure title={SEARCH_BUSY} message={SEARCH_BUSY_HELP} underHeading />;
    case 'failed':
      return <LoadFailure title={SEARCH_FAILED} message={SEARCH_FAILED_HELP} underHeading />;
    default:
      return page satisfies never;
  }
};

const Contact = ({ site: { telephone, email, partnerEmail, office } }: Pick<HostServices, 'site'>) => (
  <section aria-labelledby="search-contact" className={styles.contact}>
    <h2 id="search-contact" className={styles.subtitle}>
      {CONTACT_TITLE}
    </h2>
    <p>
      <a href={telephoneHref(telephone)}>{telephone}</a>
    </p>
    <p>
      <EmailLink email={email} />
    </p>
    <p>
      Partners: <EmailLink email={partnerEmail} />
    </p>
    <p>{office}</p>
  </section>
);

const HelplineNote = ({ site: { helplines, emergencyTelephone } }: Pick<HostServices, 'site'>) => {
  const [helpline] = helplines;
  if (helpline === undefined) return null;
  return (
    <p className={styles.help}>
      Worried about yourself, your child or a friend? Call <a href={telephoneHref(helpline.telephone)}>{helpline.telephone}</a>: {helpline.name}.
      {emergencyTelephone !== undefined && (
        <>
          {' In danger? Call '}
          <a href={telephoneHref(emergencyTelephone)}>{emergencyTelephone}</a>.
        </>
      )}
    </p>
  );
};

export const SearchPage = ({ site }: Pick<HostServices, 'site'>) => {
  const page = useLoaderData<SearchData>();
  const isHelpFirst = page.help.length > 0;
  // A query that has no exact results may still be about an emergency.
  const hasNoExactResult = page.state === 'found' && (page.total === 0 || page.isAnyWord || page.correctedQuery !== null);
  return (
    <>
      <PageBanner compact tone="lagoon" pattern="comb" title={SEARCH_TITLE} lead={page.state === 'empty' ? SEARCH_LEAD : undefined} />
      <Section spacing="tight" className={styles.columns}>
        <div className={styles.column}>
          <SearchForm query={page.query} />
          {isHelpFirst && (
            <div className={styles.answer}>
              <RichText nodes={page.help} />
            </div>
          )}
          {!isHelpFirst && hasNoExactResult && <HelplineNote site={site} />}
          {page.state === 'found' && page.isAboutContact && <Contact site={site} />}
          <Content page={page} />
          {page.state === 'found' && page.total === 0 && !page.isAboutContact && <Contact site={site} />}
        </div>
        <div className={styles.ways}>
          <StartingPoints isHelpFirst={isHelpFirst} />
          {!isHelpFirst && !hasNoExactResult && <HelplineNote site={site} />}
        </div>
      </Section>
    </>
  );
};
