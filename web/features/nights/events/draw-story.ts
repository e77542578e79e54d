export async function drawStory(path: string, note: string | undefined): Promise<Blob> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`The picture failed with status ${answer.status}.`);
  const blob = await answer.blob();
  return note === undefined ? blob : withNote(blob, note);
}

/** The lower edge of the poster, above the stub, in pixels. */
const EDGE = 980;
/** The height of the note, in pixels. The note lies across `EDGE`. */
const HEIGHT = 100;
const LEFT = 72;
const PADDING = 44;
const FONT = '800 62px Archivo';

async function withNote(blob: Blob, note: string): Promise<Blob> {
  const [image] = await Promise.all([createImageBitmap(blob), document.fonts.load(FONT, note)]);
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const pen = canvas.getContext('2d')!;
  pen.drawImage(image, 0, 0);
  pen.font = `${FONT}, sans-serif`;
  const top = EDGE - HEIGHT + 38;
  const right = LEFT + pen.measureText(note).width + 2 * PADDING;
  pen.fillStyle = '#0b0b0d';
  pen.beginPath();
  pen.roundRect(LEFT - 10, top - 10, right - LEFT + 20, HEIGHT + 20, 30);
  pen.fill();
  pen.fillStyle = '#e6ff3f';
  pen.beginPath();
  pen.roundRect(LEFT, top, right - LEFT, HEIGHT, 20);
  pen.fill();
  pen.fillStyle = '#0b0b0d';
  pen.textBaseline = 'middle';
  pen.fillText(note, LEFT + PADDING, top + HEIGHT / 2 + 4);
  return new Promise((resolve, reject) =>
    canvas.toBlob((drawn) => (drawn ? resolve(drawn) : reject(new Error('The picture is too large.'))), 'image/png'),
  );
}
