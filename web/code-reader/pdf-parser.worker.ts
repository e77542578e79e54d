// pdf.js draws in the code reader and parses here. The parser ends with the reader that started it.
import 'pdfjs-dist/build/pdf.worker.mjs';
