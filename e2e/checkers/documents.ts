import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseFeed } from '@rowanmanning/feed-parser';
import ICAL from 'ical.js';
import { ErrorLevel, XMLToSitemapItemStream } from 'sitemap';
import { validateXML } from 'xmllint-wasm';
import { root } from '../support/servers.ts';
import type { Finding } from './findings.ts';

export interface Document {
  readonly page: string;
  readonly text: string;
}

const findEmptyFields = (fields: object): readonly string[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === null || value === '' ? [name] : []));

const parse = <T>(checker: Finding['checker'], page: string, run: () => T): { readonly value?: T; readonly findings: readonly Finding[] } => {
  try {
    return { value: run(), findings: [] };
  } catch (error) {
    return { findings: [{ checker, rule: 'parses', page, where: String(error) }] };
  }
};

/** Uses libxml2 to check that the document is well-formed, without a schema. */
const checkXml = async (checker: Finding['checker'], { page, text }: Document): Promise<readonly Finding[]> => {
  const { errors } = await validateXML({ xml: { fileName: 'document.xml', contents: text }, normalization: 'format' });
  return errors.map(({ message }) => ({ checker, rule: 'well-formed XML', page, where: message }));
};

/** Checks that RSS and Atom are well-formed XML with the required elements of every feed and entry (RSS 2.0; RFC 4287, 4.1). */
export const checkFeed = async (document: Document): Promise<readonly Finding[]> => {
  const { page, text } = document;
  const { value: feed, findings } = parse('feeds', page, () => parseFeed(text));
  const missing =
    feed === undefined
      ? []
      : [
          ...findEmptyFields({ title: feed.title, url: feed.url, self: feed.self, language: feed.language, updated: feed.updated }),
          ...feed.items.flatMap((item) =>
            findEmptyFields({ id: item.id, title: item.title, url: item.url, published: item.published }).map((name) => `${name} of "${item.title}"`),
          ),
        ];
  const ids = feed?.items.map(({ id }) => id) ?? [];
  return [
    ...(await checkXml('feeds', document)),
    ...findings,
    ...missing.map((name) => ({ checker: 'feeds' as const, rule: 'required element', page, where: name })),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => ({ checker: 'feeds' as const, rule: 'unique id', page, where: `${id}` })),
  ];
};

const CALENDAR_PROPERTIES = ['version', 'prodid'] as const;
const EVENT_PROPERTIES = ['uid', 'dtstamp', 'dtstart', 'summary'] as const;

/** Checks iCalendar syntax, the value of every property, and the required properties of every calendar and event (RFC 5545, 3.6). */
export const checkCalendar = ({ page, text }: Document): readonly Finding[] => {
  const missing: string[] = [];
  const { findings } = parse('calendars', page, () => {
    const calendar = new ICAL.Component(ICAL.parse(text));
    const events = calendar.getAllSubcomponents('vevent');
    for (const component of [calendar, ...events]) {
      const requiredProperties = component === calendar ? CALENDAR_PROPERTIES : EVENT_PROPERTIES;
      missing.push(...requiredProperties.filter((name) => component.getFirstPropertyValue(name) === null));
      // The parser validates a value only when the value is read.
      for (const property of component.getAllProperties()) property.getValues();
    }
    if (events.length === 0) missing.push('vevent');
    const lastProperty = text.lastIndexOf('\r\n', text.lastIndexOf('END:VCALENDAR') - 3);
    if (!text.slice(lastProperty).startsWith('\r\nEND:')) missing.push('properties before the first component');
  });
  return [...findings, ...missing.map((name) => ({ checker: 'calendars' as const, rule: 'required', page, where: name }))];
};

/**
 * The sitemaps.org schema, from the `sitemap` package. The elements that describe images belong to other namespaces, whose schemas are not on npm, so the
 * package's parser checks them.
 */
const SITEMAP_SCHEMA = readFileSync(join(createRequire(import.meta.url).resolve('sitemap'), '../../../schema/sitemap.xsd'), 'utf8').replaceAll(
  'processContents="strict"',
  'processContents="lax"',
);

export const checkSitemap = async ({ page, text }: Document): Promise<readonly Finding[]> => {
  const { errors } = await validateXML({ xml: { fileName: 'sitemap.xml', contents: text }, schema: SITEMAP_SCHEMA });
  const findings: Finding[] = errors.map(({ message }) => ({ checker: 'sitemap', rule: 'schema', page, where: message }));
  const items = new XMLToSitemapItemStream({ level: ErrorLevel.THROW, logger: false });
  items.resume();
  try {
    await pipeline(Readable.from(text), items);
  } catch (error) {
    findings.push({ checker: 'sitemap', rule: 'parses', page, where: String(error) });
  }
  return findings;
};

export interface TypedJson extends Document {
  readonly type: 'structured data' | 'JSON Feed' | 'web app manifest';
}

const TYPES: Readonly<Record<TypedJson['type'], string>> = {
  'structured data': 'import("schema-dts").WithContext<import("schema-dts").Thing>',
  'JSON Feed': 'import("@json-feed-types/1_1").default',
  'web app manifest': 'import("web-app-manifest").WebAppManifest',
};

const COMPILER_ERROR = /^\S*\((\d+),\d+\): error (TS\d+: .*(?:\n {2}.*)*)/gm;

/** Compiles the documents as typed constants. An unknown type or property, or a value in the wrong format, causes a compiler error. */
export const checkTypes = (documents: readonly TypedJson[], folder: string): readonly Finding[] => {
  const file = join(folder, 'typed-json.ts');
  const findings = documents.flatMap(({ page, text }) => parse('structured data', page, () => JSON.parse(text)).findings);
  if (findings.length > 0) return findings;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, documents.map(({ type, text }, index) => `export const value${index}: ${TYPES[type]} = ${JSON.stringify(JSON.parse(text))};\n`).join(''));
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--ignoreConfig',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    '',
    '--pretty',
    'false',
  ];
  const { stdout, stderr, status } = spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, file], { cwd: join(root, 'e2e'), encoding: 'utf8' });
  const errors = [...stdout.matchAll(COMPILER_ERROR)];
  if (status !== 0 && errors.length === 0) throw new Error(`The compiler failed: ${stdout}${stderr}`);
  return errors.map(([, line = '1', message = '']) => {
    const document = documents[Number(line) - 1];
    return { checker: 'structured data', rule: message.replaceAll(/\s+/g, ' '), page: document?.page ?? '', where: document?.text ?? '' };
  });
};
