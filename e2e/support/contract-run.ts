import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { printLine } from '@site/scripts/parts';
import { type Contract, createContract, type Exchange, type OpenApi } from './contract.ts';
import { startContractProxy } from './contract-proxy.ts';

const MAX_LISTED_VIOLATIONS = 20;

interface Violation {
  readonly title: string;
  readonly example: string;
  count: number;
}

export const createContractRecord = () => {
  const calls = new Map<string, number>();
  const violations = new Map<string, Violation>();
  const documentedOperations = new Set<string>();
  return {
    /** Registers the documented operations, so that the report can list those that no journey calls. */
    know: ({ operations }: Contract): void => {
      for (const operation of operations) documentedOperations.add(operation);
    },
    add: (contract: Contract, exchange: Exchange): void => {
      const { operation, isDocumented, findings } = contract.check(exchange);
      if (isDocumented) calls.set(operation, (calls.get(operation) ?? 0) + 1);
      for (const finding of findings) {
        const title = `${operation} ${exchange.status}: ${finding}`;
        const violation = violations.get(title) ?? { title, example: `${exchange.method} ${exchange.url}`, count: 0 };
        violation.count += 1;
        violations.set(title, violation);
      }
    },
    summarise: (): string => {
      const total = [...calls.values()].reduce((sum, count) => sum + count, 0);
      const uncalledOperations = [...documentedOperations].filter((operation) => !calls.has(operation)).sort();
      return `${total} calls of ${calls.size} of ${documentedOperations.size} operations were compared with the provider's OpenAPI document. Never called: ${uncalledOperations.join(', ') || 'none'}.`;
    },
    isEmpty: (): boolean => calls.size === 0,
    describeViolations: (): string | undefined => {
      if (violations.size === 0) return undefined;
      const lines = [...violations.values()].slice(0, MAX_LISTED_VIOLATIONS).map(({ title, example, count }) => `  ${title} (${count}×, e.g. ${example})`);
      const hiddenCount = violations.size - lines.length;
      return [
        `Differences from the provider's OpenAPI document (${violations.size}):`,
        ...lines,
        ...(hiddenCount > 0 ? [`  and ${hiddenCount} more`] : []),
      ].join('\n');
    },
  };
};

const readDocument = async (providerUrl: string): Promise<OpenApi> => {
  const response = await fetch(`${providerUrl}/api/openapi.json`);
  return response.json();
};

/**
 * Starts the service that puts a proxy in front of each provider. The service runs in Playwright's main process, because workers block while they wait for
 * commands that send requests to their sites.
 */
const startContractService = async () => {
  const record = createContractRecord();
  // All providers in a run share one document, so its schemas are compiled only once.
  const contracts = new Map<string, Contract>();
  const getContract = async (providerUrl: string): Promise<Contract> => {
    const document = await readDocument(providerUrl);
    const key = JSON.stringify(document);
    const contract = contracts.get(key) ?? createContract(document);
    contracts.set(key, contract);
    record.know(contract);
    return contract;
  };
  const proxies = new Map<string, Awaited<ReturnType<typeof startContractProxy>>>();
  const open = async (providerUrl: string): Promise<string> => {
    const contract = await getContract(providerUrl);
    const proxy = await startContractProxy(providerUrl, (exchange) => record.add(contract, exchange));
    proxies.set(proxy.url, proxy);
    return proxy.url;
  };
  const close = async (url: string): Promise<string> => {
    await proxies.get(url)?.stop();
    proxies.delete(url);
    return '';
  };
  const server = createServer(async (request, response) => {
    try {
      const url = await text(request);
      response.end(await (request.method === 'DELETE' ? close(url) : open(url)));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    record,
    stop: async (): Promise<void> => {
      await Promise.all([...proxies.keys()].map(close));
      server.closeAllConnections();
      server.close();
    },
  };
};

const callService = async (service: string, method: string, url: string): Promise<string> => {
  const response = await fetch(service, { method, body: url });
  const body = await response.text();
  if (!response.ok) throw new Error(body);
  return body;
};

export const openContractProxy = async (providerUrl: string): Promise<{ readonly url: string; readonly close: () => Promise<unknown> }> => {
  const service = process.env.CONTRACT_SERVICE;
  if (service === undefined) return { url: providerUrl, close: async () => {} };
  const url = await callService(service, 'POST', providerUrl);
  return { url, close: () => callService(service, 'DELETE', url) };
};

/**
 * With `CHECK_CONTRACT=1`, as in `npm run test:all`, validates the API calls of the run's shared sites. At the end, reports which operations were called, and
 * fails the run if anything differed from the document.
 */
const checkContract = async () => {
  if (process.env.CHECK_CONTRACT === undefined) return;
  const service = await startContractService();
  process.env.CONTRACT_SERVICE = service.url;
  return async (): Promise<void> => {
    await service.stop();
    printLine(service.record.summarise());
    const violations = service.record.describeViolations();
    if (violations !== undefined) throw new Error(violations);
    if (service.record.isEmpty()) throw new Error('No call was compared, because the sites of this run have no proxy.');
  };
};

export default checkContract;
