// pdf.js draws in the code reader's worker and parses in this one. If the reader's worker stops, this one stops too.
import 'pdfjs-dist/build/pdf.worker.mjs';
