import { join } from 'node:path';
import { read, replaceFirst, write } from './files.ts';
import type { KindNames } from './kind.ts';

export const writeKindPages = ({ one, One, many, Many }: KindNames, remote: string): void => {
  const folder = `remote-${remote}/src/${many}`;
  write(
    join(folder, `${one}-loader.ts`),
    `import type { ApiError } from '@site/shared/contracts/api-error';
import { get${One}, list${Many}, type ${One} } from '@site/shared/contracts/${one}';
import { type Result, success } from '@site/shared/domain/result';
import { plainText, type RichTextNode } from '@site/shared/domain/rich-text';
import { summarise } from '@site/shared/domain/summarise';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress, PageHead } from '@site/shared/remote/remote-contract';
import { data, type LoaderFunctionArgs, redirect } from '@site/shared/router';

export const LIST_HEAD = { title: '${Many}', description: 'Describe the page here.' };
const DESCRIPTION_CHARACTERS = 155;

/** Lists all ${many} with a page, for the sitemap. */
export const get${One}Addresses = async ({ http }: HostServices, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const listed = await http.call(list${Many}, { query: { view: 'summary' }, signal, silent: true });
  return listed.ok ? success(listed.value.map(({ slug, updatedAt }) => ({ path: \`/${many}/\${slug}\`, lastModified: updatedAt }))) : listed;
};

/** Null if the list could not be loaded. */
export type ${Many}Data = readonly ${One}[] | null;

export const load${Many} = async ({ http }: HostServices, { request }: LoaderFunctionArgs) => {
  const listed = await http.call(list${Many}, { query: { view: 'summary', limit: '50' }, signal: request.signal });
  return data<${Many}Data>(listed.ok ? listed.value : null, { status: listed.ok ? 200 : 503 });
};

export interface Shown${One} extends Pick<${One}, 'title' | 'coverImage' | 'coverImageAlt' | 'coverImageColor'> {
  readonly content: readonly RichTextNode[];
}

export const toShown = ({ title, coverImage, coverImageAlt, coverImageColor }: ${One}, content: readonly RichTextNode[]): Shown${One} => ({
  title,
  coverImage,
  coverImageAlt,
  coverImageColor,
  content,
});

export interface ${One}Data {
  readonly state: 'found' | 'missing' | 'failed';
  readonly head: PageHead;
  readonly shown: Shown${One} | null;
}

const MISSING: ${One}Data = { state: 'missing', head: { title: '${One} not found', description: 'There is no ${one} at this address.' }, shown: null };

export const load${One} = async (services: HostServices, { params: { slug = '' }, request }: LoaderFunctionArgs) => {
  const [loaded, { parseSiteText }] = await Promise.all([
    services.http.call(get${One}, { params: { slug }, signal: request.signal }),
    import(/* webpackChunkName: "rich-text-parser" */ '@site/shared/domain/parse-site-text'),
  ]);
  if (!loaded.ok)
    return loaded.error.kind === 'not-found'
      ? data<${One}Data>(MISSING, { status: 404 })
      : data<${One}Data>({ state: 'failed', head: LIST_HEAD, shown: null }, { status: 503 });
  const { value } = loaded;
  // The document has a new URL.
  if (value.slug !== '' && value.slug !== slug && value._id !== slug) return redirect(\`/${many}/\${value.slug}\`, 301);
  const shown = toShown(value, parseSiteText(value.content, services.site));
  const image = value.shareImage ?? value.coverImage;
  const head: PageHead = {
    title: value.title,
    description: summarise(plainText(shown.content), DESCRIPTION_CHARACTERS),
    ...(image === '' ? {} : { image, imageAlt: value.coverImageAlt }),
  };
  return data<${One}Data>({ state: 'found', head, shown });
};
`,
  );
  write(
    join(folder, `${many}-page.tsx`),
    `import { summarise } from '@site/shared/domain/summarise';
import { useLoaderData } from '@site/shared/router';
import { Card, CardBody, CardMedia, CardTitle } from '@site/shared/ui/card';
import { ContentImage } from '@site/shared/ui/content-image';
import { EmptyState } from '@site/shared/ui/empty-state';
import { Grid } from '@site/shared/ui/grid';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure } from '@site/shared/ui/page-failure';
import { Section } from '@site/shared/ui/section';
import type { ${Many}Data } from './${one}-loader.ts';

export const ${Many}Page = () => {
  const ${many} = useLoaderData<${Many}Data>();
  return (
    <>
      <PageBanner tone="lagoon" title="${Many}" />
      <Section>
        {${many} === null && <LoadFailure title="The ${many} could not be loaded" underHeading />}
        {${many}?.length === 0 && <EmptyState title="No ${many} yet" message="Come back soon." level={2} />}
        {${many} !== null && ${many}.length > 0 && (
          <Grid columns={3} as="ul" label="${Many}">
            {${many}.map(({ _id, slug, title, content, coverImage, coverImageAlt, coverImageColor }, index) => (
              <Card key={_id} as="li" linked>
                <CardMedia>
                  <ContentImage
                    src={coverImage}
                    alt={coverImageAlt}
                    color={coverImageColor}
                    width={800}
                    height={450}
                    sizes="(min-width: 1024px) 380px, (min-width: 768px) 50vw, calc(100vw - 40px)"
                    priority={index === 0}
                  />
                </CardMedia>
                <CardBody>
                  <CardTitle level={2} to={\`/${many}/\${slug}\`}>
                    {title}
                  </CardTitle>
                  <p>{summarise(content, 160)}</p>
                </CardBody>
              </Card>
            ))}
          </Grid>
        )}
      </Section>
    </>
  );
};
`,
  );
  write(
    join(folder, `${one}-page.tsx`),
    `import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { ContentImage } from '@site/shared/ui/content-image';
import { PageBanner } from '@site/shared/ui/page-banner';
import { LoadFailure, PageFailure } from '@site/shared/ui/page-failure';
import { RichText } from '@site/shared/ui/rich-text';
import { Section } from '@site/shared/ui/section';
import { MoreLink } from '@site/shared/ui/text-link';
import type { ${One}Data, Shown${One} } from './${one}-loader.ts';

export const ${One}View = ({ shown }: { readonly shown: Shown${One} }) => (
  <article>
    <PageBanner tone="lagoon" title={shown.title} />
    <Section narrow>
      {shown.coverImage !== '' && (
        <ContentImage
          src={shown.coverImage}
          alt={shown.coverImageAlt}
          color={shown.coverImageColor}
          width={1600}
          height={900}
          sizes="(min-width: 768px) 720px, 100vw"
          priority
        />
      )}
      <RichText nodes={shown.content} />
      <MoreLink to="/${many}" back>
        All ${many}
      </MoreLink>
    </Section>
  </article>
);

export const ${One}Page = () => {
  const { state, shown } = useLoaderData<${One}Data>();
  if (shown !== null) return <${One}View shown={shown} />;
  if (state === 'failed') return <LoadFailure title="The ${one} could not be loaded" />;
  return (
    <Section>
      <PageFailure level={1} title="${One} not found" message="There is no ${one} at this address." action={<ButtonLink to="/${many}">All ${many}</ButtonLink>} />
    </Section>
  );
};
`,
  );
  write(
    join(folder, `${one}-draft-pages.tsx`),
    `import { get${One}, type ${One}, ${one}Schema } from '@site/shared/contracts/${one}';
import { parseSiteText } from '@site/shared/domain/parse-site-text';
import type { HostServices } from '@site/shared/remote/host-services';
import type { Reviewed } from '@site/shared/remote/review-link';
import { loadPreview, type Previewed, withDraft } from '@site/shared/remote/staff-preview';
import { type LoaderFunctionArgs, useLoaderData, useLocation } from '@site/shared/router';
import { PreviewFrame, PreviewSignIn } from '@site/shared/ui/preview-frame';
import { ReviewFrame } from '@site/shared/ui/review-frame';
import { toShown } from './${one}-loader.ts';
import { ${One}View } from './${one}-page.tsx';

export { loadReviewed } from '@site/shared/remote/review-link';

export const load${One}Preview = (services: HostServices, { params, request }: LoaderFunctionArgs): Promise<Previewed<${One}>> =>
  loadPreview(services, get${One}, { params: { slug: params.id ?? '' }, signal: request.signal });

const show = (${one}: ${One}, { site }: HostServices) => <${One}View shown={toShown(${one}, parseSiteText(${one}.content, site))} />;

/** Shows a draft as visitors will see it. */
export const ${One}PreviewPage = ({ services }: { readonly services: HostServices }) => {
  const previewed = useLoaderData<Previewed<${One}>>();
  const { state } = useLocation();
  if (previewed.state === 'signed-out') return <PreviewSignIn />;
  const ${one} = withDraft(${one}Schema, previewed, state);
  return <PreviewFrame>{${one} !== undefined && show(${one}, services)}</PreviewFrame>;
};

/** Shows a draft to anyone outside the staff who has the link. */
export const ${One}ReviewPage = ({ services }: { readonly services: HostServices }) => {
  const reviewed = useLoaderData<Reviewed>();
  const ${one} = reviewed.ok ? reviewed.value.${one} : null;
  return (
    <ReviewFrame reviewed={reviewed} isFound={${one} !== null}>
      {${one} !== null && show(${one}, services)}
    </ReviewFrame>
  );
};
`,
  );
  const routes = `remote-${remote}/src/routes.tsx`;
  replaceFirst(
    routes,
    /\n\/\*\*(?:(?!\*\/)[\s\S])*\*\/\nexport const createRoutes/,
    (found) => `
/** Routes of the ${many} and of their drafts, which are rendered in the browser with the reader's session or link. */
const ${one}Routes = (services: HostServices): RemoteRoute[] => {
  const importLoader = () => import(/* webpackChunkName: "${one}-loader" */ './${many}/${one}-loader.ts');
  const importDrafts = () => import(/* webpackChunkName: "${one}-drafts" */ './${many}/${one}-draft-pages.tsx');
  const draftHead = () => ({ title: 'Draft', description: 'A page that is not published yet.' });
  return [
    page({
      path: '/${many}',
      chunk: '${many}',
      editPath: '/admin/${many}',
      render: 'content',
      head: () => ({ title: '${Many}', description: 'Describe the page here.' }),
      loader: async (args) => (await importLoader()).load${Many}(services, args),
      lazy: async () => {
        const { ${Many}Page } = await import(/* webpackChunkName: "${many}" */ './${many}/${many}-page.tsx');
        return { element: <${Many}Page /> };
      },
    }),
    page({
      path: '/${many}/:slug',
      chunk: '${one}',
      editPath: '/admin/${many}/:slug',
      render: 'content',
      loader: async (args) => (await importLoader()).load${One}(services, args),
      head: (data) => data?.head ?? { title: '${One}', description: 'Describe the page here.' },
      addresses: async (signal) => (await importLoader()).get${One}Addresses(services, signal),
      lazy: async () => {
        const { ${One}Page } = await import(/* webpackChunkName: "${one}" */ './${many}/${one}-page.tsx');
        return { element: <${One}Page /> };
      },
    }),
    page({
      path: '/${many}/preview/:id',
      chunk: '${one}-drafts',
      render: 'browser',
      head: draftHead,
      loader: async (args) => (await importDrafts()).load${One}Preview(services, args),
      lazy: async () => {
        const { ${One}PreviewPage } = await importDrafts();
        return { element: <${One}PreviewPage services={services} /> };
      },
    }),
    page({
      path: '/${many}/review/:token',
      chunk: '${one}-drafts',
      render: 'browser',
      head: draftHead,
      loader: async (args) => (await importDrafts()).loadReviewed(services, args),
      lazy: async () => {
        const { ${One}ReviewPage } = await importDrafts();
        return { element: <${One}ReviewPage services={services} /> };
      },
    }),
  ];
};
${found}`,
  );
  replaceFirst(routes, /export const createRoutes[\s\S]*?\[\n/, (found) => `${found}    ...${one}Routes(services),\n`);
  const config = `remote-${remote}/rspack.config.ts`;
  if (!read(config).includes(`'/${many}'`))
    replaceFirst(config, /(paths: \[[^\]]*?)(,?\s*)\]/, (_, listed, end) => `${listed}${end.includes('\n') ? `,\n    '/${many}',\n  ` : `, '/${many}'`}]`);
};
