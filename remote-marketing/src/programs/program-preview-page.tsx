import { getProgram, type Program, programSchema } from '@site/shared/contracts/program';
import { parseSiteText } from '@site/shared/domain/parse-site-text';
import type { HostServices } from '@site/shared/remote/host-services';
import { loadPreview, type Previewed, withDraft } from '@site/shared/remote/staff-preview';
import { type LoaderFunctionArgs, useLoaderData, useLocation } from '@site/shared/router';
import { PreviewFrame, PreviewSignIn } from '@site/shared/ui/preview-frame';
import { useMemo } from 'react';
import { getGiftFacts } from '../giving/giving-text.ts';
import { type ProgramOutcome, toProgramDetail } from './program-loader.ts';
import { ProgramView } from './program-page.tsx';
import { getProgramPath } from './program-path.ts';

export const loadProgramPreview = (services: HostServices, { params, request }: LoaderFunctionArgs): Promise<Previewed<Program>> =>
  loadPreview(services, getProgram, { params: { slug: params.slug ?? '' }, signal: request.signal });

export const ProgramPreviewPage = ({ services }: { readonly services: HostServices }) => {
  const preview = useLoaderData<Previewed<Program>>();
  const { state } = useLocation();
  const outcome = useMemo((): ProgramOutcome => {
    const program = withDraft(programSchema, preview, state);
    // Every field of a program is optional, so even an empty draft passes validation.
    if (program === undefined || program.title === '') return { kind: preview.state === 'failed' ? 'failed' : 'missing' };
    return {
      kind: 'found',
      program: toProgramDetail(program, parseSiteText(program.content, services.site)),
      related: [],
      giving: getGiftFacts(),
    };
  }, [preview, state, services]);

  if (preview.state === 'signed-out') return <PreviewSignIn />;
  return (
    <PreviewFrame>
      <ProgramView outcome={outcome} path={getProgramPath(preview.state === 'loaded' ? preview.stored.slug : '')} services={services} />
    </PreviewFrame>
  );
};
