import { pdfOf, streamObject, written } from '../../worker/local/demo/ticket-files.ts';

export function lockedPdf(): Buffer {
  const key = '00'.repeat(32);
  return pdfOf([[]], {
    trailer: `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -44 >>`,
  });
}

/** Makes a small PDF whose form draws ten forms, which draw ten each, and so on: 1,000,000,000 rectangles. */
export function pdfBomb(): Buffer {
  const depth = 10;
  const forms = Array.from({ length: depth }, (_, level) => {
    const body = level === depth - 1 ? '0 0 9 9 re f' : '/N Do\n'.repeat(10);
    const next = level === depth - 1 ? '' : `/XObject << /N ${5 + level + 1} 0 R >>`;
    return streamObject(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${next} >>`, Buffer.from(body));
  });
  return written(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /N 5 0 R >> >> /Contents 4 0 R >>',
      streamObject('', Buffer.from('/N Do')),
      ...forms,
    ],
    '',
  );
}
