package io.agentservice.server.agent.desktop.rfb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What one viewer sends, in pieces of any size. Goes on: the handshake of RFB 3.8 without a
 * password, and whole messages of known types whose lengths follow from themselves, so that nothing
 * hides in another; of who only looks on none by which a person acts. Not thread-safe.
 */
public final class ViewerInput {
  private static final byte[] VERSION = "RFB 003.008\n".getBytes(US_ASCII);
  private static final byte NO_PASSWORD = 1;
  private static final byte SHARED = 1;

  /** Of a clipboard, and of a fence. */
  private static final int MOST_TEXT = 1 << 20;

  private static final int MOST_FENCE = 64;

  /** Not offered to the machine: with it pointer messages would have one of two lengths. */
  private static final int MORE_BUTTONS = -316;

  private static final int PIXELS_AS_THEY_ARE = 0;

  private final boolean control;
  private final ByteBuffer head = ByteBuffer.allocate(20);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Part part = Part.VERSION;
  private int needed = VERSION.length;

  /** What is left of the message under way, and whether it goes on. */
  private long rest;

  private boolean passes;
  private boolean acted;

  /** Where it is: the handshake, the beginning of a message, its rest, or a list of encodings. */
  private enum Part {
    VERSION,
    SECURITY,
    INIT,
    HEAD,
    REST,
    ENCODINGS
  }

  /** {@code control}: whether keys, pointer and clipboard of the viewer go on. */
  public ViewerInput(boolean control) {
    this.control = control;
  }

  /** What goes on of the bytes, and of those before that were not whole yet. */
  public byte[] take(ByteBuffer bytes) throws RfbException {
    out.reset();
    while (bytes.hasRemaining()) {
      if (part == Part.REST) {
        rest(bytes);
      } else {
        head.put(bytes.get());
        if (head.position() == needed) {
          head.flip();
          whole();
        }
      }
    }
    return out.toByteArray();
  }

  /** Whether the handshake is over. */
  public boolean greeted() {
    return part.compareTo(Part.INIT) > 0;
  }

  /** Whether a person has acted on the desktop since the last call. */
  public boolean acted() {
    boolean now = acted;
    acted = false;
    return now;
  }

  private void rest(ByteBuffer bytes) {
    int size = (int) Math.min(rest, bytes.remaining());
    if (passes) {
      for (int i = 0; i < size; i++) {
        out.write(bytes.get());
      }
    } else {
      bytes.position(bytes.position() + size);
    }
    rest -= size;
    if (rest == 0) {
      expect(Part.HEAD, 1);
    }
  }

  private void expect(Part next, int bytes) {
    part = next;
    needed = bytes;
    head.clear();
  }

  private void go() {
    out.write(head.array(), 0, head.limit());
  }

  private void whole() throws RfbException {
    switch (part) {
      case VERSION -> {
        if (!Arrays.equals(VERSION, 0, VERSION.length, head.array(), 0, VERSION.length)) {
          throw new RfbException("only RFB 003.008 is spoken here");
        }
        go();
        expect(Part.SECURITY, 1);
      }
      case SECURITY -> {
        if (head.get(0) != NO_PASSWORD) {
          throw new RfbException("only the security type 1 (none) is offered here");
        }
        go();
        expect(Part.INIT, 1);
      }
      case INIT -> {
        out.write(SHARED); // else the others would be sent away
        expect(Part.HEAD, 1);
      }
      case HEAD -> message();
      case ENCODINGS -> encoding();
      case REST -> throw new IllegalStateException("a rest has no head");
    }
  }

  private void message() throws RfbException {
    int type = Byte.toUnsignedInt(head.get(0));
    int whole = headOf(type);
    if (head.limit() < whole) { // its type alone
      head.limit(head.capacity());
      head.position(needed);
      needed = whole;
      return;
    }
    switch (type) {
      case 0, 3, 150 -> end(true, 0); // pixel format, an update is wanted, updates without asking
      case 2 -> encodings(Short.toUnsignedInt(head.getShort(2)));
      case 4, 5 -> act(0); // key, pointer
      case 6 -> act(bounded(Math.abs((long) head.getInt(4)), MOST_TEXT, "clipboard"));
      case 248 -> end(true, bounded(Byte.toUnsignedInt(head.get(8)), MOST_FENCE, "fence"));
      case 250 -> act(0); // has the machine shut down or reset
      case 251 -> act(16L * Byte.toUnsignedInt(head.get(6))); // another size for all
      case 255 -> {
        if (head.get(1) != 0) {
          throw new RfbException("message type 255 " + Byte.toUnsignedInt(head.get(1)));
        }
        act(0); // a key by its place
      }
      default -> throw unknown(type);
    }
  }

  private static int headOf(int type) throws RfbException {
    return switch (type) {
      case 0 -> 20;
      case 2, 250 -> 4;
      case 3, 150 -> 10;
      case 4, 6, 251 -> 8;
      case 5 -> 6;
      case 248 -> 9;
      case 255 -> 12;
      default -> throw unknown(type);
    };
  }

  private static RfbException unknown(int type) {
    return new RfbException("messages of type %d are not known here".formatted(type));
  }

  private static long bounded(long length, int most, String what) throws RfbException {
    if (length > most) {
      throw new RfbException("a %s of %d bytes, more than %d".formatted(what, length, most));
    }
    return length;
  }

  /** By which a person does something to the desktop. */
  private void act(long more) {
    acted |= control;
    end(control, more);
  }

  private void end(boolean goes, long more) {
    passes = goes;
    rest = more;
    if (goes) {
      go();
    }
    if (more > 0) {
      part = Part.REST;
    } else {
      expect(Part.HEAD, 1);
    }
  }

  private void encodings(int number) {
    go();
    rest = number;
    if (number > 0) {
      expect(Part.ENCODINGS, Integer.BYTES);
    } else {
      expect(Part.HEAD, 1);
    }
  }

  private void encoding() {
    if (head.getInt(0) == MORE_BUTTONS) {
      head.putInt(0, PIXELS_AS_THEY_ARE); // which every viewer can take
    }
    go();
    rest--;
    if (rest > 0) {
      expect(Part.ENCODINGS, Integer.BYTES);
    } else {
      expect(Part.HEAD, 1);
    }
  }
}
