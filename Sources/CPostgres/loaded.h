/*
 * loaded.h - libpq, which is opened when it is first needed. To be included in place of <libpq-fe.h>; the functions keep
 * their names.
 */
#ifndef CPOSTGRES_LOADED_H
#define CPOSTGRES_LOADED_H

/* Debian has it in a folder of its own. */
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

#pragma GCC visibility push(hidden)

struct cpostgres_libpq {
    __typeof__(&PQconnectStartParams) connectStartParams;
    __typeof__(&PQconnectPoll) connectPoll;
    __typeof__(&PQfinish) finish;
    __typeof__(&PQsocket) socket;
    __typeof__(&PQstatus) status;
    __typeof__(&PQerrorMessage) errorMessage;
    __typeof__(&PQserverVersion) serverVersion;
    __typeof__(&PQsetnonblocking) setnonblocking;
    __typeof__(&PQsetNoticeReceiver) setNoticeReceiver;
    __typeof__(&PQsetErrorVerbosity) setErrorVerbosity;
    __typeof__(&PQbackendPID) backendPID;
    __typeof__(&PQsendQueryParams) sendQueryParams;
    __typeof__(&PQsendPrepare) sendPrepare;
    __typeof__(&PQsendQueryPrepared) sendQueryPrepared;
    __typeof__(&PQflush) flush;
    __typeof__(&PQconsumeInput) consumeInput;
    __typeof__(&PQisBusy) isBusy;
    __typeof__(&PQgetResult) getResult;
    __typeof__(&PQclear) clear;
    __typeof__(&PQresultStatus) resultStatus;
    __typeof__(&PQresultErrorField) resultErrorField;
    __typeof__(&PQntuples) ntuples;
    __typeof__(&PQnfields) nfields;
    __typeof__(&PQgetisnull) getisnull;
    __typeof__(&PQgetvalue) getvalue;
    __typeof__(&PQgetlength) getlength;
    __typeof__(&PQnotifies) notifies;
    __typeof__(&PQfreemem) freemem;
    __typeof__(&PQsendQuery) sendQuery;
    __typeof__(&PQfname) fname;
    __typeof__(&PQftype) ftype;
};

/* Filled by `cpostgres_load`. */
extern struct cpostgres_libpq cpostgres_libpq;

#pragma GCC visibility pop

#define PQconnectStartParams cpostgres_libpq.connectStartParams
#define PQconnectPoll        cpostgres_libpq.connectPoll
#define PQfinish             cpostgres_libpq.finish
#define PQsocket             cpostgres_libpq.socket
#define PQstatus             cpostgres_libpq.status
#define PQerrorMessage       cpostgres_libpq.errorMessage
#define PQserverVersion      cpostgres_libpq.serverVersion
#define PQsetnonblocking     cpostgres_libpq.setnonblocking
#define PQsetNoticeReceiver  cpostgres_libpq.setNoticeReceiver
#define PQsetErrorVerbosity  cpostgres_libpq.setErrorVerbosity
#define PQbackendPID         cpostgres_libpq.backendPID
#define PQsendQueryParams    cpostgres_libpq.sendQueryParams
#define PQsendPrepare        cpostgres_libpq.sendPrepare
#define PQsendQueryPrepared  cpostgres_libpq.sendQueryPrepared
#define PQflush              cpostgres_libpq.flush
#define PQconsumeInput       cpostgres_libpq.consumeInput
#define PQisBusy             cpostgres_libpq.isBusy
#define PQgetResult          cpostgres_libpq.getResult
#define PQclear              cpostgres_libpq.clear
#define PQresultStatus       cpostgres_libpq.resultStatus
#define PQresultErrorField   cpostgres_libpq.resultErrorField
#define PQntuples            cpostgres_libpq.ntuples
#define PQnfields            cpostgres_libpq.nfields
#define PQgetisnull          cpostgres_libpq.getisnull
#define PQgetvalue           cpostgres_libpq.getvalue
#define PQgetlength          cpostgres_libpq.getlength
#define PQnotifies           cpostgres_libpq.notifies
#define PQfreemem            cpostgres_libpq.freemem
#define PQsendQuery          cpostgres_libpq.sendQuery
#define PQfname              cpostgres_libpq.fname
#define PQftype              cpostgres_libpq.ftype

#endif
