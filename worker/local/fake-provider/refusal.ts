/** An error in Stripe's format. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { error: { type: string; code?: string; message: string; param?: string } };

  constructor(message: string, { status = 400, type = 'invalid_request_error', code, param }: RefusalKind = {}) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.body = {
      error: { type, message, ...(code === undefined ? {} : { code }), ...(param === undefined ? {} : { param }) },
    };
  }
}

interface RefusalKind {
  status?: number;
  type?: string;
  code?: string;
  param?: string;
}

export const missing = (what: string, id: string) =>
  new Refusal(`No such ${what}: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' });
