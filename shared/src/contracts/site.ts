import * as v from 'valibot';
import { maxCharacters } from '../domain/text-length.ts';

const isLoopback = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]';

/** URL in `SITE_CONFIG`: https for any host, or http for loopback hosts. */
const externalUrl = v.pipe(
  v.string(),
  v.check((value) => {
    if (!URL.canParse(value)) return false;
    const url = new URL(value);
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  }, 'must be an https address (http only on this machine)'),
);
const email = v.pipe(v.string(), v.email('must be an email address'));
const requiredText = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));
const telephone = v.pipe(v.string(), v.regex(/^\+?[0-9][0-9 ()-]{3,24}$/, 'must be a telephone number'));

const LABEL_LIMIT = 30;
const PATH_LIMIT = 200;

/** Link to a page on this site: a label and a path, which may have a query or a fragment. */
export const siteLinkSchema = v.object({
  label: v.pipe(requiredText, maxCharacters(LABEL_LIMIT, `must have at most ${LABEL_LIMIT} characters`)),
  to: v.pipe(v.string(), v.regex(/^\/(?!\/)[^\s\\]*$/, 'must be a path of this site'), maxCharacters(PATH_LIMIT, `must have at most ${PATH_LIMIT} characters`)),
});
export type SiteLink = v.InferOutput<typeof siteLinkSchema>;

/** Names, links and contact details of the organisation (file `SITE_CONFIG`, default `host/site.config.json`). Texts must not be empty (EXT-01). */
export const siteConfigSchema = v.object({
  /** The full name of the organisation; the two lines of the logo follow. */
  organisationName: requiredText,
  logoName: requiredText,
  logoSuffix: v.string(),
  /** Public URL of the site, without a trailing slash; canonical links and link previews are built from it. */
  siteUrl: externalUrl,
  /** Separate origins of the staff area and of previews, if any. The host takes them from its settings `STAFF_URL` and `PREVIEW_URL`. */
  staffUrl: v.optional(externalUrl),
  previewUrl: v.optional(externalUrl),
  telephone,
  email,
  partnerEmail: email,
  office: requiredText,
  /** Registration number of the organisation and the registry's name; if absent, pages show neither. */
  registration: v.optional(v.object({ number: requiredText, office: requiredText })),
  /** Contact for concerns about the organisation's own people. The contact is not a member of staff; if absent, pages name the chair of the board. */
  safeguardingContact: v.optional(v.object({ name: requiredText, telephone, email })),
  donateUrl: externalUrl,
  storeUrl: externalUrl,
  reviewsUrl: externalUrl,
  videoUrl: externalUrl,
  /** Size of the film, and the price of a megabyte. Both are shown to visitors who use the data saver. */
  videoMegabytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1, 'must be 1 or more'))),
  nairaPerMegabyte: v.optional(v.pipe(v.number(), v.minValue(0.01, 'must be 0.01 or more'))),
  /** URL to which the visitor forms send their JSON: absolute, or a path on this site (NS-07). */
  volunteerFormUrl: v.union([externalUrl, v.pipe(v.string(), v.regex(/^\/[a-z0-9/-]+$/i))]),
  /** Other hosts from which pages may show images (`images.example.org`, `*.example.org`); none if absent. */
  imageHosts: v.optional(v.array(v.pipe(v.string(), v.regex(/^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z0-9-]+$/, 'must be host names such as images.example.org')))),
  /** Contact for vulnerability reports in `security.txt`, an https or mailto URL; defaults to `email`. */
  securityContact: v.optional(v.pipe(v.string(), v.regex(/^(?:https:\/\/|mailto:)\S+$/, 'must be an https or mailto address'))),
  securityPolicy: v.optional(externalUrl),
  /** Links in the Explore group after the host's own links. The host adds links that remotes request and an administrator allows. */
  exploreLinks: v.optional(v.array(siteLinkSchema)),
  /** Exactly four networks (SHELL-07). */
  socialLinks: v.pipe(
    v.array(v.object({ network: v.picklist(['Facebook', 'Instagram', 'X', 'YouTube']), url: externalUrl })),
    v.length(4, 'must hold four networks'),
  ),
  /** Four hubs: three at universities or colleges, and one youth community. */
  hubs: v.pipe(v.array(v.object({ name: requiredText, location: requiredText, email })), v.length(4, 'must hold four hubs')),
  /** Telephone number of the emergency services, shown wherever help is offered. If absent, only the helplines are shown. */
  emergencyTelephone: v.optional(v.pipe(v.string(), v.regex(/^[0-9]{2,6}$/, 'must be a short telephone number'))),
  /** Helplines; the header shows the first. `isFree`: calls are free of charge. `isAlwaysOpen`: calls are answered 24 hours a day, every day. */
  helplines: v.pipe(
    v.array(v.object({ name: requiredText, telephone, note: v.string(), isFree: v.optional(v.boolean()), isAlwaysOpen: v.optional(v.boolean()) })),
    v.minLength(1, 'must hold one helpline or more'),
  ),
});
export interface SiteConfig extends v.InferOutput<typeof siteConfigSchema> {}
