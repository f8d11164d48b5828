import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GoawayInserter } from './http2-frames.js';

function frame(type: number, payload: string): Buffer {
  const body = Buffer.from(payload);
  const header = Buffer.from([0, 0, 0, type, 0, 0, 0, 0, 1]);
  header.writeUIntBE(body.length, 0, 3);
  return Buffer.concat([header, body]);
}

/** The types of the frames in these bytes. */
function typesIn(bytes: Buffer): number[] {
  const types: number[] = [];
  for (let at = 0; at < bytes.length; at += 9 + bytes.readUIntBE(at, 3)) types.push(bytes.readUInt8(at + 3));
  return types;
}

const GOAWAY_TYPE = 7;

it('answers with the GOAWAY itself between frames', () => {
  const inserter = new GoawayInserter();
  inserter.pass(frame(0, 'data'));
  expect(typesIn(inserter.request() ?? Buffer.alloc(0))).toEqual([GOAWAY_TYPE]);
});

it('puts the GOAWAY behind the frame that has begun, however the bytes are cut', () => {
  const property = fc.property(
    fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 6 }),
    fc.infiniteStream(fc.integer({ min: 1, max: 15 })),
    fc.nat(),
    (payloads, sizes, when) => {
      const all = Buffer.concat(payloads.map((payload) => frame(0, payload)));
      const inserter = new GoawayInserter();
      const requestAt = when % all.length;
      let requested = false;
      const out: Buffer[] = [];
      for (let at = 0; at < all.length;) {
        if (!requested && at >= requestAt) {
          requested = true;
          out.push(inserter.request() ?? Buffer.alloc(0));
        }
        const size = sizes.next().value;
        out.push(inserter.pass(all.subarray(at, at + size)));
        at += size;
      }
      const types = typesIn(Buffer.concat(out));
      expect(types.filter((type) => type === GOAWAY_TYPE)).toHaveLength(requested ? 1 : 0);
      expect(types.filter((type) => type === 0)).toHaveLength(payloads.length);
    },
  );
  fc.assert(property);
});
