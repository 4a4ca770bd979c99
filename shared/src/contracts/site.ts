import * as v from 'valibot';

const isLoopback = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]';

/** https anywhere, or http on loopback (`SITE_CONFIG`). */
const externalUrl = v.pipe(
  v.string(),
  v.check((value) => {
    if (!URL.canParse(value)) return false;
    const url = new URL(value);
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  }, 'must be an https address (http only on this machine)'),
);
const email = v.pipe(v.string(), v.email('must be an e-mail address'));
const requiredText = v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'));
const telephone = v.pipe(v.string(), v.regex(/^\+?[0-9][0-9 ()-]{3,24}$/, 'must be a telephone number'));

const LABEL_LIMIT = 30;
const PATH_LIMIT = 200;

/** A link to a page of this site: its text, and its path, which may have a query or a fragment. */
export const siteLinkSchema = v.object({
  label: v.pipe(requiredText, v.maxLength(LABEL_LIMIT, `must have at most ${LABEL_LIMIT} characters`)),
  to: v.pipe(v.string(), v.regex(/^\/(?!\/)[^\s\\]*$/, 'must be a path of this site'), v.maxLength(PATH_LIMIT, `must have at most ${PATH_LIMIT} characters`)),
});
export type SiteLink = v.InferOutput<typeof siteLinkSchema>;

/** The organisation's names, links and contact details (file `SITE_CONFIG`, default `host/site.config.json`); EXT-01: none may be empty. */
export const siteConfigSchema = v.object({
  /** Full name, and the two lines of the logo. */
  organisationName: requiredText,
  logoName: requiredText,
  logoSuffix: v.string(),
  /** Public address of the site, without a slash at its end; canonical links and link previews are built from it. */
  siteUrl: externalUrl,
  /** Origins of staff and of previews, where these have their own; the host takes them from its settings `STAFF_URL` and `PREVIEW_URL`. */
  staffUrl: v.optional(externalUrl),
  previewUrl: v.optional(externalUrl),
  telephone,
  email,
  partnerEmail: email,
  office: requiredText,
  /** Under which number the organisation is registered, and with whom; absent: pages name neither. */
  registration: v.optional(v.object({ number: requiredText, office: requiredText })),
  /** Who receives concerns about the organisation's own people, and is not one of its staff; absent: pages name the chair of the board. */
  safeguardingContact: v.optional(v.object({ name: requiredText, telephone, email })),
  donateUrl: externalUrl,
  storeUrl: externalUrl,
  reviewsUrl: externalUrl,
  videoUrl: externalUrl,
  /** What playing the film takes, and what a visitor pays for a megabyte: shown to those who save data. */
  videoMegabytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1, 'must be 1 or more'))),
  nairaPerMegabyte: v.optional(v.pipe(v.number(), v.minValue(0.01, 'must be 0.01 or more'))),
  /** Address that the visitor forms' JSON is sent to: absolute, or a path of this site (NS-07). */
  volunteerFormUrl: v.union([externalUrl, v.pipe(v.string(), v.regex(/^\/[a-z0-9/-]+$/i))]),
  /** Other hosts whose images pages may show (`images.example.org`, `*.example.org`); absent: none. */
  imageHosts: v.optional(v.array(v.pipe(v.string(), v.regex(/^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z0-9-]+$/, 'must be host names such as images.example.org')))),
  /** Where vulnerabilities are reported, for `security.txt`: an https or mailto address; absent: `email`. */
  securityContact: v.optional(v.pipe(v.string(), v.regex(/^(?:https:\/\/|mailto:)\S+$/, 'must be an https or mailto address'))),
  securityPolicy: v.optional(externalUrl),
  /** Links of the Explore group after the host's own. The host adds those that remotes ask for and an administrator allows. */
  exploreLinks: v.optional(v.array(siteLinkSchema)),
  /** Exactly four (SHELL-07). */
  socialLinks: v.pipe(
    v.array(v.object({ network: v.picklist(['Facebook', 'Instagram', 'X', 'YouTube']), url: externalUrl })),
    v.length(4, 'must hold four networks'),
  ),
  /** Four hubs: three of universities or colleges and one youth community. */
  hubs: v.pipe(v.array(v.object({ name: requiredText, location: requiredText, email })), v.length(4, 'must hold four hubs')),
  /** Number of the emergency services, wherever help is offered; absent: only the helplines are offered. */
  emergencyTelephone: v.optional(v.pipe(v.string(), v.regex(/^[0-9]{2,6}$/, 'must be a short telephone number'))),
  /** The header names the first. `isFree`: calls cost nothing. `isAlwaysOpen`: somebody answers at any hour of any day. */
  helplines: v.pipe(
    v.array(v.object({ name: requiredText, telephone, note: v.string(), isFree: v.optional(v.boolean()), isAlwaysOpen: v.optional(v.boolean()) })),
    v.minLength(1, 'must hold one helpline or more'),
  ),
});
export interface SiteConfig extends v.InferOutput<typeof siteConfigSchema> {}
