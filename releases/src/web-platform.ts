/**
 * Minimal `Headers`, `FormData`, `Request` and `Response` for pages rendered on the server; a body can only be text. Node's own classes load its complete HTTP
 * client, which needs globals that a remote must not have, leaves its connections on `globalThis`, and takes 10 MB per process.
 */

type Pairs = Iterable<readonly [string, string]>;

const toPairs = (init: Pairs | Readonly<Record<string, string>> | undefined): Pairs =>
  init === undefined ? [] : Symbol.iterator in init ? (init as Pairs) : Object.entries(init);

/** List of name and value pairs: the base class of `Headers` and `FormData`. */
class PairList {
  #pairs: [string, string][] = [];
  readonly #normalize: (name: string) => string;

  constructor(normalize: (name: string) => string) {
    this.#normalize = normalize;
  }
  append(name: string, value: unknown): void {
    this.#pairs.push([this.#normalize(name), String(value)]);
  }
  delete(name: string): void {
    const key = this.#normalize(name);
    this.#pairs = this.#pairs.filter(([other]) => other !== key);
  }
  set(name: string, value: unknown): void {
    this.delete(name);
    this.append(name, value);
  }
  has(name: string): boolean {
    return this.getAll(name).length > 0;
  }
  getAll(name: string): string[] {
    const key = this.#normalize(name);
    return this.#pairs.flatMap(([other, value]) => (other === key ? [value] : []));
  }
  forEach(callback: (value: string, name: string, list: this) => void): void {
    for (const [name, value] of this.#pairs) callback(value, name, this);
  }
  *entries(): Generator<[string, string]> {
    for (const [name, value] of this.#pairs) yield [name, value];
  }
  *keys(): Generator<string> {
    for (const [name] of this.#pairs) yield name;
  }
  *values(): Generator<string> {
    for (const [, value] of this.#pairs) yield value;
  }
  [Symbol.iterator](): Generator<[string, string]> {
    return this.entries();
  }
}

class PageHeaders extends PairList {
  constructor(init?: Pairs | Readonly<Record<string, string>>) {
    super((name) => String(name).toLowerCase());
    for (const [name, value] of toPairs(init)) this.append(name, value);
  }
  get(name: string): string | null {
    const values = this.getAll(name);
    return values.length === 0 ? null : values.join(', ');
  }
  getSetCookie(): string[] {
    return this.getAll('set-cookie');
  }
}

class PageFormData extends PairList {
  constructor() {
    super(String);
  }
  get(name: string): string | null {
    return this.getAll(name)[0] ?? null;
  }
}

type BodyInit = string | URLSearchParams | PageFormData | null;

const FORM_TYPE = 'application/x-www-form-urlencoded;charset=UTF-8';

class PageBody {
  readonly headers: PageHeaders;
  bodyUsed = false;
  readonly #text: string | null;

  constructor(body: BodyInit | undefined, headers: ConstructorParameters<typeof PageHeaders>[0]) {
    this.headers = new PageHeaders(headers);
    const isForm = body instanceof PageFormData;
    if ((isForm || body instanceof URLSearchParams) && !this.headers.has('content-type')) this.headers.set('content-type', FORM_TYPE);
    this.#text = body === null || body === undefined ? null : isForm ? new URLSearchParams([...body]).toString() : String(body);
  }
  /** Null without a body; streams are not supported. */
  get body(): { cancel(): Promise<void> } | null {
    return this.#text === null ? null : { cancel: async () => undefined };
  }
  protected get content(): string | null {
    return this.#text;
  }
  async text(): Promise<string> {
    if (this.bodyUsed) throw new TypeError('The body has already been read.');
    this.bodyUsed = this.#text !== null;
    return this.#text ?? '';
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
  async formData(): Promise<PageFormData> {
    const form = new PageFormData();
    for (const [name, value] of new URLSearchParams(await this.text())) form.append(name, value);
    return form;
  }
}

interface PageRequestInit {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof PageHeaders>[0];
  readonly body?: BodyInit;
  readonly signal?: AbortSignal | null;
}

class PageRequest extends PageBody {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal;

  constructor(input: string | URL | PageRequest, init: PageRequestInit = {}) {
    const source = input instanceof PageRequest ? input : undefined;
    super(init.body ?? source?.content, init.headers ?? source?.headers);
    this.url = source?.url ?? new URL(String(input)).href;
    this.method = (init.method ?? source?.method ?? 'GET').toUpperCase();
    this.signal = init.signal ?? source?.signal ?? new AbortController().signal;
  }
  clone(): PageRequest {
    return new PageRequest(this);
  }
}

interface PageResponseInit {
  readonly status?: number;
  readonly statusText?: string;
  readonly headers?: ConstructorParameters<typeof PageHeaders>[0];
}

class PageResponse extends PageBody {
  readonly status: number;
  readonly statusText: string;
  readonly type = 'default';
  readonly url = '';
  readonly redirected = false;

  constructor(body?: BodyInit, { status = 200, statusText = '', headers }: PageResponseInit = {}) {
    super(body, headers);
    this.status = status;
    this.statusText = statusText;
  }
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }
  clone(): PageResponse {
    return new PageResponse(this.content, this);
  }
  static json(value: unknown, init: PageResponseInit = {}): PageResponse {
    const headers = new PageHeaders(init.headers);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new PageResponse(JSON.stringify(value), { ...init, headers });
  }
  static redirect(url: string | URL, status = 302): PageResponse {
    return new PageResponse(null, { status, headers: { location: String(url) } });
  }
}

/** Classes that replace Node's own on `globalThis`. */
export const webPlatform = { Headers: PageHeaders, FormData: PageFormData, Request: PageRequest, Response: PageResponse };
